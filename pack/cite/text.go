package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// text is a source made ready for looking into.
type text struct {
	id    int
	plain string // see plain
	words map[string]bool
}

type texts []text

func prepare(sources []Source) texts {
	var all texts
	for _, source := range sources {
		words := map[string]bool{}
		for _, word := range contentWords(source.Text) {
			words[word] = true
		}
		all = append(all, text{source.ID, plain(source.Text), words})
	}
	return all
}

// of returns the source of that number; nil where there is none.
func (t texts) of(id int) *text {
	for i := range t {
		if t[i].id == id {
			return &t[i]
		}
	}
	return nil
}

// holds reports whether the parts stand in the text, one after the other. The
// first may begin with another case: an answer puts it into its own sentence.
func (t text) holds(parts []string) bool {
	if len(parts) == 0 {
		return false
	}
	return inOrder(t.plain, parts) || inOrder(t.plain, append([]string{otherCase(parts[0])}, parts[1:]...))
}

func inOrder(text string, parts []string) bool {
	for _, part := range parts {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}

// otherCase gives the first letter the other case.
func otherCase(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if unicode.IsUpper(first) {
		return string(unicode.ToLower(first)) + text[size:]
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// share returns the share of the words that the text has.
func (t text) share(words []string) float64 {
	if len(words) == 0 {
		return 0
	}
	present := 0
	for _, word := range words {
		if t.words[word] {
			present++
		}
	}
	return float64(present) / float64(len(words))
}

// same are characters that mean the same as another, and, as -1, marks of
// Markdown: they are lost when a page's text is copied.
var same = map[rune]rune{
	'“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '‘': '\'', '’': '\'', '‚': '\'', '`': -1, '*': -1, '_': -1,
	'–': '-', '—': '-', '‑': '-', '−': '-', '\u00AD': -1, '\u200B': -1, '\uFEFF': -1,
}

// plain is a text as quotes are compared: one space for each run of white space,
// one form of each mark.
func plain(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "&lt;", "<") // what a block writes for a bracket
	text = strings.Map(func(r rune) rune {
		if other, known := same[r]; known {
			return other
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// quotedParts are the parts of a quote that must stand in a source, in this
// order: what is between ellipses, without the punctuation that an answer may
// put inside the marks.
func quotedParts(quote string) []string {
	quote = plain(quote)
	for _, mark := range []string{"[...]", "[…]", "(...)", "(…)", "...", "…"} {
		quote = strings.ReplaceAll(quote, mark, "\x00")
	}
	var parts []string
	for part := range strings.SplitSeq(quote, "\x00") {
		if part = strings.Trim(part, " .,;:!?"); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// Lengths, in characters, of words that say something, and of what is compared
// of them, so that endings don't count. Numbers always say something.
const (
	shortestWord = 4
	stemLength   = 6
)

// contentWords are the distinct words of a text that say something, in lower
// case.
func contentWords(text string) []string {
	known := map[string]bool{}
	var words []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		runes := []rune(word)
		if len(runes) < shortestWord && !strings.ContainsFunc(word, unicode.IsDigit) && !strings.ContainsFunc(word, wide) {
			continue
		}
		word = string(runes[:min(len(runes), stemLength)])
		if !known[word] {
			known[word] = true
			words = append(words, word)
		}
	}
	return words
}

// wide reports whether a letter is of a script in which few make a word.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
