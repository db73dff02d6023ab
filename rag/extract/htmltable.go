package extract

import (
	"strings"

	"golang.org/x/net/html/atom"

	"rag-context/rag/chunk"
)

// table is the table being read: a line per row, cells joined by " | ". A table
// that lays out a page, known by headings, code or tables in its cells, is left:
// its cells are blocks like any other.
type table struct {
	open bool
	cell bool     // within a cell
	row  []string // finished cells
	rows []string
	size int // of rows, in bytes
}

// tableSize is the size in bytes from which on a table goes on in a new block,
// so that its parts can be cited by their own lines.
const tableSize = 2 << 10

func (p *page) startTable() {
	p.leaveTable()
	p.flush()
	p.table.open, p.oneLine = true, true
	p.marker = ""
}

// leaveTable makes what was read a block and goes on as if outside a table.
func (p *page) leaveTable() {
	if !p.table.open {
		return
	}
	p.table.cell = p.table.cell && p.begun // a cell that turns out to be layout is none
	p.endRow()
	p.emitRows()
	p.table, p.oneLine = table{}, false
	p.rest()
}

// cellTag handles the tags of cells and of what groups them. All but a cell's
// own end whatever is before.
func (p *page) cellTag(tag atom.Atom, start bool) {
	isCell := tag == atom.Td || tag == atom.Th
	switch {
	case !p.table.open:
		p.breakBlock()
	case isCell:
		p.endCell()
		p.table.cell = start
	default:
		p.endRow()
	}
}

// endCell finishes a cell, empty ones too; text that stands outside cells counts
// as one.
func (p *page) endCell() {
	if text := p.take(); p.table.cell || text != "" {
		p.table.row = append(p.table.row, text)
	}
	p.table.cell = false
}

func (p *page) endRow() {
	p.endCell()
	row := strings.Join(p.table.row, " | ")
	if strings.Trim(row, " |") != "" {
		p.table.rows = append(p.table.rows, row)
		p.table.size += len(row)
	}
	p.table.row = nil
	if p.table.size >= tableSize {
		p.emitRows()
	}
}

func (p *page) emitRows() {
	p.emit(chunk.Table, strings.Join(p.table.rows, "\n"))
	p.table.rows, p.table.size = nil, 0
}
