package lsa

// sparse is a matrix in compressed rows.
type sparse struct {
	rows, columns int
	start         []int
	column        []uint32
	value         []float32
}

type element struct {
	column uint32
	value  float32
}

func newSparse(rows, columns int) *sparse {
	return &sparse{rows: rows, columns: columns, start: make([]int, 1, rows+1)}
}

func (m *sparse) appendRow(row []element) {
	for _, e := range row {
		m.column = append(m.column, e.column)
		m.value = append(m.value, e.value)
	}
	m.start = append(m.start, len(m.column))
}

// transpose keeps rows sorted by column, so products add up in a fixed order.
func (m *sparse) transpose() *sparse {
	t := &sparse{rows: m.columns, columns: m.rows, start: make([]int, m.columns+1),
		column: make([]uint32, len(m.column)), value: make([]float32, len(m.value))}
	for _, c := range m.column {
		t.start[c+1]++
	}
	for c := range m.columns {
		t.start[c+1] += t.start[c]
	}
	next := append([]int(nil), t.start...)
	for r := range m.rows {
		for e := m.start[r]; e < m.start[r+1]; e++ {
			at := next[m.column[e]]
			next[m.column[e]]++
			t.column[at], t.value[at] = uint32(r), m.value[e]
		}
	}
	return t
}

// times writes the product of m and a panel of m.columns rows into y, a panel
// of m.rows rows. The eight sums of a row stay in registers.
func (m *sparse) times(x, y panel) {
	for r := range m.rows {
		columns := m.column[m.start[r]:m.start[r+1]]
		values := m.value[m.start[r]:m.start[r+1]]
		var s0, s1, s2, s3, s4, s5, s6, s7 float32
		for e, c := range columns {
			v, row := values[e], &x[c]
			s0 += v * row[0]
			s1 += v * row[1]
			s2 += v * row[2]
			s3 += v * row[3]
			s4 += v * row[4]
			s5 += v * row[5]
			s6 += v * row[6]
			s7 += v * row[7]
		}
		y[r] = [panelWidth]float32{s0, s1, s2, s3, s4, s5, s6, s7}
	}
}

// filled counts the rows that are not empty.
func (m *sparse) filled() (n int) {
	for r := range m.rows {
		if m.start[r+1] > m.start[r] {
			n++
		}
	}
	return n
}
