package extract

import (
	"context"
	"path"
	"strings"

	"rag-context/rag"
	"rag-context/rag/chunk"
)

// Reasons of a [rag.SkipError].
const (
	skipBinary   = "binary"
	skipEmpty    = "empty"
	skipMinified = "minified"
)

// Text extracts all formats that are text. The zero value works; it may be used
// from several goroutines.
type Text struct{}

var _ rag.Extractor = Text{}

// Extract decodes the content and returns its structure. Lines are counted as
// an editor shows them: "\r\n", "\n" and a lone "\r" each end one. It returns a
// [*rag.SkipError] for what is binary, blank or minified, and ctx's error where
// that is already over.
func (Text) Extract(ctx context.Context, content rag.Content) (rag.Extracted, error) {
	if err := ctx.Err(); err != nil {
		return rag.Extracted{}, err
	}
	text, reason := decode(content.Data)
	if reason == "" && isMinified(content.Path, text) {
		reason = skipMinified
	}
	if reason != "" {
		return rag.Extracted{}, &rag.SkipError{Reason: reason}
	}
	return extract(formatOf(content.Path, text), text)
}

func extract(format, text string) (rag.Extracted, error) {
	switch format {
	case "html":
		extracted := extractHTML(text)
		if len(extracted.Blocks) == 0 {
			return rag.Extracted{}, &rag.SkipError{Reason: skipEmpty}
		}
		return extracted, nil
	case "markdown":
		return extractMarkdown(text), nil
	case "rst":
		return extractRST(text), nil
	case "org":
		return extractOrg(text), nil
	}
	return rag.Extracted{Format: format, Blocks: chunk.Outline(format, text)}, nil
}

// longestLine is the length in bytes from which on a line was written by a
// program for a program. Lines are never cut, so no block could hold it.
const longestLine = 100_000

// isMinified reports whether most of a text stands in such lines, or for a
// script or a drawing, whether any of it does.
func isMinified(name, text string) bool {
	long := 0
	for line := range strings.Lines(text) {
		if len(line) > longestLine {
			long += len(line)
		}
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".js", ".mjs", ".cjs", ".css", ".svg", ".map":
		return long > 0
	}
	return long > len(text)/2
}

// firstHeading returns the title of the first heading of at most that level, 0
// meaning any.
func firstHeading(blocks []chunk.Block, level int) string {
	for _, block := range blocks {
		if block.Kind == chunk.Heading && block.Title != "" && (level == 0 || block.Level <= level) {
			return block.Title
		}
	}
	return ""
}
