package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Forms in which results are printed.
const (
	formCLI     = "cli"     // for people
	formJSON    = "json"    // one object
	formNDJSON  = "ndjson"  // an object a line, as they come
	formCSV     = "csv"     // RFC 4180, with a header
	formTSV     = "tsv"     // a tab between cells, with a header
	formMD      = "md"      // Markdown
	formXML     = "xml"     // an element for each result
	formFiles   = "files"   // the places of documents, each once
	formVimgrep = "vimgrep" // path:line:column:text
)

// formOf is the form that the flags of a command ask for.
func formOf(format string, asJSON, asNDJSON bool) string {
	switch {
	case asJSON:
		return formJSON
	case asNDJSON:
		return formNDJSON
	}
	return cmp.Or(format, formCLI)
}

// printJSONObject writes value as indented JSON.
func printJSONObject(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// printJSONLine writes value as a line of JSON.
func printJSONLine(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// rowWriter writes a table for programs that also spreadsheets and terminals may
// get to see; see [cell].
type rowWriter struct {
	out io.Writer
	csv *csv.Writer // nil for tab-separated rows
	err error
}

func newRowWriter(out io.Writer, form string, header ...string) *rowWriter {
	w := &rowWriter{out: out}
	if form == formCSV {
		w.csv = csv.NewWriter(out)
	}
	w.write(header...)
	return w
}

// write writes a row; end tells of errors.
func (w *rowWriter) write(texts ...string) {
	cells := make([]string, len(texts))
	for i, text := range texts {
		cells[i] = cell(text)
	}
	switch {
	case w.err != nil:
	case w.csv != nil:
		w.err = w.csv.Write(cells)
	default:
		_, w.err = io.WriteString(w.out, strings.Join(cells, "\t")+"\n")
	}
}

// end ends the table. A nil writer has none.
func (w *rowWriter) end() error {
	if w == nil {
		return nil
	}
	if w.csv != nil && w.err == nil {
		w.csv.Flush()
		w.err = w.csv.Error()
	}
	return w.err
}

// cell returns a text that a spreadsheet takes for text and a terminal for
// nothing else, from which the text can be had again: "\n", "\t", "\r", "\\" and
// "\u{1b}" stand for a line break, a tab, a return, a backslash and other
// characters that can't be seen, and "'" before a formula, or before a "'" at
// the start, is no part of the text.
func cell(text string) string {
	var safe strings.Builder
	if first := strings.TrimLeft(text, " "); first != "" && strings.ContainsRune("=+-@'\uFF1D\uFF0B\uFF0D\uFF20", []rune(first)[0]) {
		safe.WriteByte('\'')
	}
	for _, r := range text {
		switch {
		case r == '\n':
			safe.WriteString(`\n`)
		case r == '\t':
			safe.WriteString(`\t`)
		case r == '\r':
			safe.WriteString(`\r`)
		case r == '\\':
			safe.WriteString(`\\`)
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&safe, `\u{%x}`, r)
		default:
			safe.WriteRune(r)
		}
	}
	return safe.String()
}
