package pack

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// guard defuses what could pass for a part of the block or of a chat: tags that
// are named like the block's own, control tokens of chat templates, and the
// marker. Everything else stays as it is, code and markup included.
func guard(text, marker string) string {
	return defuseMarker(defuseControls(defuseTags(text)), marker)
}

// names are what the block's own tags are called.
var names = []string{"source", "sources", "question"}

// longestName is the length of the longest of names.
const longestName = len("question")

// defuseTags writes the opening bracket of each tag that is named like the
// block's own as "&lt;", also where it is spelled with spaces, in capitals or in
// characters that look like it.
func defuseTags(text string) string {
	var b strings.Builder
	rest := text
	for {
		at := strings.IndexFunc(rest, func(r rune) bool { return fold(r) == '<' })
		if at < 0 {
			break
		}
		_, size := utf8.DecodeRuneInString(rest[at:])
		b.WriteString(rest[:at])
		if startsName(rest[at+size:]) {
			b.WriteString("&lt;")
		} else {
			b.WriteString(rest[at : at+size])
		}
		rest = rest[at+size:]
	}
	if b.Len() == 0 {
		return text
	}
	return b.String() + rest
}

// startsName reports whether what follows a bracket is a closing slash or none
// and one of names.
func startsName(text string) bool {
	var word []byte
	for _, r := range text {
		folded := fold(r)
		switch {
		case folded == skip:
		case len(word) == 0 && (folded == '/' || folded == '\\' || unicode.IsSpace(r)):
		case folded >= 'a' && folded <= 'z' && len(word) <= longestName:
			word = append(word, byte(folded))
		default:
			return isName(word)
		}
	}
	return isName(word)
}

func isName(word []byte) bool {
	return slices.Contains(names, string(word))
}

// Control tokens of chat templates. Servers that parse them anywhere in a
// prompt (llama.cpp does) would let a passage end the person's turn. They work
// only when spelled exactly.
var (
	barred = regexp.MustCompile(`<([|｜][^|｜<>\n]{1,64}[|｜]?>|[a-z_]{1,32}[|｜]>)`)
	bare   = regexp.MustCompile(`<(/?(?:s|bos|eos|sop|eop|pad|unk|mask|role|seed:[a-z_]{1,16}|tool_call|tool_response|think|` +
		`(?:start|end|begin)_of_[a-z_]{1,16}|extra_id_[0-9]{1,3})>|<SYS>>|</SYS>>)`)
	brackets = regexp.MustCompile(`\[(/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS?|TOOL_CONTENT|THINK|[BE]OS|IMG(?:_BREAK|_END)?|[gs]MASK)\]|[|｜][^|｜\[\]\n]{1,64}[|｜]\]|e~\[)`)
	tilde    = regexp.MustCompile(`\](~[a-z!]{1,2})([\[\]])`)
)

func defuseControls(text string) string {
	if strings.Contains(text, "<") {
		text = bare.ReplaceAllString(barred.ReplaceAllString(text, "&lt;$1"), "&lt;$1")
	}
	if strings.Contains(text, "[") {
		text = brackets.ReplaceAllString(text, "&#91;$1")
	}
	if strings.Contains(text, "]~") {
		text = tilde.ReplaceAllString(text, "&#93;$1$2")
	}
	return text
}

// defuseMarker replaces the marker wherever it stands. No honest text holds it;
// stars can't become part of another marker.
func defuseMarker(text, marker string) string {
	var b strings.Builder
	rest := text
	for {
		at, size := findMarker(rest, marker)
		if size == 0 {
			return b.String() + rest
		}
		b.WriteString(rest[:at])
		b.WriteString("***")
		rest = rest[at+size:]
	}
}

// findMarker returns where the marker stands in text, lookalikes included, and
// how many bytes it takes there; 0 bytes if it does not.
func findMarker(text, marker string) (at, size int) {
	for i, r := range text {
		if fold(r) != rune(marker[0]) {
			continue
		}
		if n := markerLength(text[i:], marker); n > 0 {
			return i, n
		}
	}
	return 0, 0
}

// markerLength returns how many leading bytes of text spell the marker, or 0.
func markerLength(text, marker string) int {
	matched := 0
	for i, r := range text {
		switch folded := fold(r); folded {
		case skip:
		case rune(marker[matched]):
			if matched++; matched == len(marker) {
				return i + utf8.RuneLen(r)
			}
		default:
			return 0
		}
	}
	return 0
}
