package main

import (
	"bytes"
	"encoding/csv"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var cellSigns = regexp.MustCompile(`\\(n|t|r|\\|u\{[0-9a-f]+\})`)

// textOf is the way back from a cell, as its comment tells it.
func textOf(cell string) string {
	cell = strings.TrimPrefix(cell, "'")
	return cellSigns.ReplaceAllStringFunc(cell, func(sign string) string {
		switch sign {
		case `\n`:
			return "\n"
		case `\t`:
			return "\t"
		case `\r`:
			return "\r"
		case `\\`:
			return `\`
		}
		code, _ := strconv.ParseUint(sign[3:len(sign)-1], 16, 32) // as the expression says
		return string(rune(code))
	})
}

func TestCells(t *testing.T) {
	for text, want := range map[string]string{
		"plain":             "plain",
		"=HYPERLINK(A1)":    "'=HYPERLINK(A1)",
		" @SUM(A1)":         "' @SUM(A1)",
		"-5":                "'-5",
		"'quoted'":          "''quoted'",
		"a\nb\tc\\d":        `a\nb\tc\\d`,
		"\x1b[31mred\u202e": `\u{1b}[31mred\u{202e}`,
	} {
		if got := cell(text); got != want {
			t.Errorf("%q is the cell %q, want %q", text, got, want)
		}
	}
}

// TestTablesRoundTrip reads tables as programs do.
func TestTablesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Map(rapid.String(), func(text string) string { return strings.ToValidUTF8(text, "?") })
		signs := rapid.StringOf(rapid.SampledFrom([]rune("=+-@'\\ntru{1b}\x1b\n\t\r,\"; \u202e\u0085a")))
		row := rapid.SliceOfN(rapid.OneOf(text, signs), 2, 4).Draw(t, "row")
		for _, form := range []string{formCSV, formTSV} {
			var out bytes.Buffer
			rows := newRowWriter(&out, form, row...)
			if err := rows.end(); err != nil {
				t.Fatal(err)
			}
			got := readRow(t, form, out.String())
			for _, cell := range got {
				if strings.ContainsFunc(cell, unicode.IsControl) || cell != "" && strings.ContainsRune("=+-@", firstRune(cell)) {
					t.Errorf("%s has the unsafe cell %q", form, cell)
				}
			}
			for i := range got {
				got[i] = textOf(got[i])
			}
			if !slices.Equal(got, row) {
				t.Errorf("%s of %q reads back as %q", form, row, got)
			}
		}
	})
}

func firstRune(text string) rune {
	first, _ := utf8.DecodeRuneInString(text)
	return first
}

func readRow(t *rapid.T, form, text string) []string {
	if form == formTSV {
		return strings.Split(strings.TrimSuffix(text, "\n"), "\t")
	}
	row, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	return row
}
