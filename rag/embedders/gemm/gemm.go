package gemm

// A tile is what is kept in registers: so many rows of a product by so many of
// its columns.
const (
	Rows    = 6
	Columns = 16
)

// Matrix is a part of a row-major matrix: its first number and all that follow,
// and how many numbers lie between the begins of two rows.
type Matrix struct {
	Data   []float32
	Stride int
}

// From returns the part that begins there.
func (m Matrix) From(row, column int) Matrix {
	return Matrix{m.Data[row*m.Stride+column:], m.Stride}
}

// Row returns the first width numbers of a row.
func (m Matrix) Row(i, width int) []float32 { return m.Data[i*m.Stride:][:width] }

// holds panics if a part of that size is not there: assembly checks no bounds.
func (m Matrix) holds(rows, columns int) {
	if rows > 0 && columns > 0 {
		_ = m.Data[(rows-1)*m.Stride+columns-1]
	}
}

// Add adds the product of a, of rows × depth numbers, and b, of depth × Columns,
// to c, of rows × Columns. Rows are counted up to a multiple of Rows: what lies
// there of a is read, and of c written to.
func Add(c, a, b Matrix, rows, depth int) {
	rows = Ceil(rows, Rows)
	c.holds(rows, Columns)
	a.holds(rows, depth)
	b.holds(depth, Columns)
	if depth == 0 {
		return
	}
	for i := 0; i < rows; i += Rows {
		addTile(c.From(i, 0), a.From(i, 0), b, depth)
	}
}

// Unpack turns rows of Columns codes, each an int8, into numbers: each column
// has its scale.
func Unpack(numbers []float32, codes []byte, scales *[Columns]float32) {
	if len(codes)%Columns != 0 {
		panic("gemm: codes are not whole rows")
	}
	numbers = numbers[:len(codes)]
	if len(codes) > 0 {
		unpack(numbers, codes, scales)
	}
}

// Ceil is the next multiple of step.
func Ceil(n, step int) int { return (n + step - 1) / step * step }
