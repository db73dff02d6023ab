//go:build purego || !(amd64 || arm64)

package gemm

func addTile(c, a, b Matrix, depth int) { addTilePlain(c, a, b, depth) }

func unpack(numbers []float32, codes []byte, scales *[Columns]float32) {
	unpackPlain(numbers, codes, scales)
}
