package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"rag-context/rag"
)

// printPassageRows prints passages as a table.
func printPassageRows(out io.Writer, form string, passages []rag.Found) error {
	rows := newRowWriter(out, form, "rank", "score", "collection", "path", "first_line", "last_line", "title", "heading", "id", "stale", "text")
	for _, p := range passages {
		rows.write(strconv.Itoa(p.Rank), strconv.FormatFloat(p.Score, 'f', 4, 64), p.Collection, p.Path, strconv.Itoa(p.Lines[0]), strconv.Itoa(p.Lines[1]),
			p.Title, strings.Join(p.Heading, " > "), p.ID, strconv.FormatBool(p.Stale), p.Text)
	}
	return rows.end()
}

// xmlPassages is what --format xml prints.
type xmlPassages struct {
	XMLName    xml.Name     `xml:"passages"`
	Query      string       `xml:"query,attr"`
	NextCursor string       `xml:"next_cursor,attr,omitempty"`
	Passages   []xmlPassage `xml:"passage"`
}

type xmlPassage struct {
	Rank       int      `xml:"rank,attr"`
	ID         string   `xml:"id,attr"`
	Score      float64  `xml:"score,attr"`
	Collection string   `xml:"collection,attr"`
	Path       string   `xml:"path,attr"`
	First      int      `xml:"first_line,attr"`
	Last       int      `xml:"last_line,attr"`
	Stale      bool     `xml:"stale,attr"`
	Title      string   `xml:"title"`
	Heading    []string `xml:"heading"`
	Text       string   `xml:"text"`
}

func printPassageXML(out io.Writer, result rag.Result) error {
	document := xmlPassages{Query: result.Query, NextCursor: result.NextCursor}
	for _, p := range result.Passages {
		document.Passages = append(document.Passages, xmlPassage{
			Rank: p.Rank, ID: p.ID, Score: p.Score, Collection: p.Collection, Path: p.Path, First: p.Lines[0], Last: p.Lines[1], Stale: p.Stale,
			Title: p.Title, Heading: p.Heading, Text: p.Text,
		})
	}
	text, err := xml.MarshalIndent(document, "", "  ") // replaces what XML can't hold
	if err == nil {
		_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, text)
	}
	return err
}

// printPassageText prints passages as Markdown, as places of documents or as
// places of lines.
func printPassageText(out io.Writer, form string, result rag.Result) error {
	var lines []string
	for _, p := range result.Passages {
		place := visible(p.Collection + "/" + p.Path)
		switch form {
		case formMD:
			lines = append(lines, passageMarkdown(p, place))
		case formFiles:
			if !slices.Contains(lines, place) {
				lines = append(lines, place)
			}
		case formVimgrep:
			first := strings.Join(rag.Snippet(result.Query, p.Text, 1), "")
			lines = append(lines, fmt.Sprintf("%s:%d:1:%s", place, lineOf(p, first), visible(first)))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	_, err := io.WriteString(out, strings.Join(lines, "\n")+"\n")
	return err
}

// lineOf returns the number of a line of a passage; of its first one where the
// text is not the source's lines.
func lineOf(p rag.Found, line string) int {
	lines := strings.Split(p.Text, "\n")
	if at := slices.Index(lines, line); at >= 0 && len(lines) == p.Lines[1]-p.Lines[0]+1 {
		return p.Lines[0] + at
	}
	return p.Lines[0]
}

// passageMarkdown fences the text with more backquotes than it holds.
func passageMarkdown(p rag.Found, place string) string {
	fence := "```"
	for strings.Contains(p.Text, fence) {
		fence += "`"
	}
	lines := strings.Split(p.Text, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return fmt.Sprintf("## %d. %s:%d-%d\n\n%s\n%s\n%s\n", p.Rank, place, p.Lines[0], p.Lines[1], fence, strings.Join(lines, "\n"), fence)
}
