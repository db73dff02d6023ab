package gemm

// addTilePlain is addTile without assembly. Eight sums at once are what the
// compiler keeps in registers.
func addTilePlain(c, a, b Matrix, depth int) {
	for i := 0; i < Rows; i += 2 {
		above, below := a.Row(i, depth), a.Row(i+1, depth)
		for j := 0; j < Columns; j += 4 {
			addBlock(c.From(i, j), above, below, b.From(0, j))
		}
	}
}

// addBlock adds the product of two rows and four columns.
func addBlock(c Matrix, above, below []float32, b Matrix) {
	var a0, a1, a2, a3, b0, b1, b2, b3 float32
	below = below[:len(above)]
	for k, x := range above {
		y := below[k]
		row := (*[4]float32)(b.Data[k*b.Stride:])
		a0 += x * row[0]
		a1 += x * row[1]
		a2 += x * row[2]
		a3 += x * row[3]
		b0 += y * row[0]
		b1 += y * row[1]
		b2 += y * row[2]
		b3 += y * row[3]
	}
	first, second := (*[4]float32)(c.Data), (*[4]float32)(c.Data[c.Stride:])
	first[0] += a0
	first[1] += a1
	first[2] += a2
	first[3] += a3
	second[0] += b0
	second[1] += b1
	second[2] += b2
	second[3] += b3
}

// unpackPlain is unpack without assembly.
func unpackPlain(numbers []float32, codes []byte, scales *[Columns]float32) {
	for len(codes) >= Columns && len(numbers) >= Columns {
		row, from := (*[Columns]float32)(numbers), (*[Columns]byte)(codes)
		for j := range row {
			row[j] = float32(int8(from[j])) * scales[j]
		}
		numbers, codes = numbers[Columns:], codes[Columns:]
	}
}
