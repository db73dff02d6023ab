package chunk

import (
	"encoding/csv"
	"strconv"
	"strings"
)

// outlineCSV makes the header row a heading named after its columns, so that
// every chunk of rows says what its columns are, and tables of the rows.
func outlineCSV(o *outline, format string) {
	c := csvOutline{outline: o, comma: '\t'}
	first := 0
	for first < o.len() && o.blank(first) {
		first++
	}
	if format == "csv" {
		c.comma = separatorOf(o.line(first))
	}
	c.rows(c.header(first))
}

type csvOutline struct {
	*outline
	comma rune
}

// maxRecordLines is how far a quoted field may reach. A quote that is closed
// no sooner is taken for a stray one.
const maxRecordLines = 50

// header adds the header row, if the table has one, and returns the line after
// it.
func (c csvOutline) header(first int) int {
	end := c.recordEnd(first)
	if end >= c.len() {
		return first
	}
	reader := csv.NewReader(strings.NewReader(c.raw(first, end)))
	reader.Comma, reader.LazyQuotes = c.comma, true
	names, err := reader.Read()
	if err != nil || !areNames(names) {
		return first
	}
	c.add(Block{Kind: Heading, Level: 1, Title: "columns: " + strings.Join(names, ", ")}, first, end)
	return end
}

// areNames reports whether a row may name columns: none of it is a number.
func areNames(row []string) bool {
	for i, cell := range row {
		cell = strings.TrimSpace(cell)
		if _, err := strconv.ParseFloat(cell, 64); err == nil {
			return false
		}
		row[i] = cell
	}
	return true
}

// rows adds one table per run of rows of one line, which may be divided
// between any lines, and one per row of several lines, which may not.
func (c csvOutline) rows(i int) {
	start := i
	for i < c.len() {
		end := c.recordEnd(i)
		if end > i+1 {
			c.add(Block{Kind: Table}, start, i)
			c.add(Block{Kind: Table}, i, end)
			start = end
		}
		i = end
	}
	c.add(Block{Kind: Table}, start, c.len())
}

// recordEnd returns the line after the record that starts on line i.
func (c csvOutline) recordEnd(i int) int {
	open := false
	for j := i; j < min(i+maxRecordLines, c.len()); j++ {
		if strings.Count(c.line(j), `"`)%2 == 1 {
			open = !open
		}
		if !open {
			return j + 1
		}
	}
	return min(i+1, c.len())
}

func separatorOf(header string) rune {
	best, most := ',', 0
	for _, r := range ",;\t|" {
		if n := strings.Count(header, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}
