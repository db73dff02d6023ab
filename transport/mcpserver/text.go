package mcpserver

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"rag-context/pack"
	"rag-context/rag"
)

func documentURI(id string) string { return "rag://documents/" + id }

// lineRange writes lines as the field "lines" takes them.
func lineRange(lines [2]int) string { return fmt.Sprintf("%d-%d", lines[0], lines[1]) }

var linesPattern = regexp.MustCompile(`^(\d{1,9})(-(\d{0,9}))?$`)

// parseLines reads "10-40", "7" and "100-"; nothing is all lines.
func parseLines(text string) (first, last int, err error) {
	text = strings.ReplaceAll(text, " ", "")
	if text == "" {
		return 0, 0, nil
	}
	parts := linesPattern.FindStringSubmatch(text)
	if parts == nil {
		return 0, 0, &rag.RequestError{Field: "lines", Problem: "must be FIRST-LAST, like 10-40, 7 or 100-"}
	}
	first, _ = strconv.Atoi(parts[1]) // digits, as the expression says
	last, _ = strconv.Atoi(parts[3])  // "" is 0: no limit
	if parts[2] == "" {
		last = first
	}
	return first, last, nil
}

// rounded is a score as precise as anybody can use it, which is short.
func rounded(score float64) float64 { return math.Round(score*1e4) / 1e4 }

// head returns the beginning of a text that has at most so many tokens, whole
// lines where there are any, and whether that is all of it.
func head(text string, tokens int) (beginning string, all bool) {
	if pack.EstimateTokens(text) <= tokens {
		return text, true
	}
	fits, tooLong := 0, len(text)
	for fits+1 < tooLong {
		middle := (fits + tooLong) / 2
		if pack.EstimateTokens(text[:middle]) <= tokens {
			fits = middle
		} else {
			tooLong = middle
		}
	}
	if line := strings.LastIndexByte(text[:fits], '\n'); line > 0 {
		return text[:line], false
	}
	for fits > 0 && !utf8.RuneStart(text[fits]) {
		fits--
	}
	return text[:fits], false
}
