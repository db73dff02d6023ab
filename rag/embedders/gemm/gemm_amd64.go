//go:build !purego

package gemm

import "golang.org/x/sys/cpu"

// hasAVX2 holds for all processors since 2013 but a few small ones.
func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

func addTile(c, a, b Matrix, depth int) {
	if hasAVX2() {
		addTileAVX2(&c.Data[0], c.Stride, &a.Data[0], a.Stride, &b.Data[0], b.Stride, depth)
	} else {
		addTilePlain(c, a, b, depth)
	}
}

func unpack(numbers []float32, codes []byte, scales *[Columns]float32) {
	if hasAVX2() {
		unpackAVX2(&numbers[0], &codes[0], scales, len(codes)/Columns)
	} else {
		unpackPlain(numbers, codes, scales)
	}
}

//go:noescape
func addTileAVX2(c *float32, cStride int, a *float32, aStride int, b *float32, bStride, depth int)

//go:noescape
func unpackAVX2(numbers *float32, codes *byte, scales *[Columns]float32, rows int)
