//go:build !purego

package gemm

func addTile(c, a, b Matrix, depth int) {
	addTileNEON(&c.Data[0], c.Stride, &a.Data[0], a.Stride, &b.Data[0], b.Stride, depth)
}

// unpack is a small part of the work, and the assembler knows no instruction
// that converts integers to floats.
func unpack(numbers []float32, codes []byte, scales *[Columns]float32) {
	unpackPlain(numbers, codes, scales)
}

//go:noescape
func addTileNEON(c *float32, cStride int, a *float32, aStride int, b *float32, bStride, depth int)
