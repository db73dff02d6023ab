package lexical

import (
	"unicode"
	"unicode/utf8"
)

// script is a script that several languages share.
type script uint8

const (
	noScript script = iota
	latin
	cyrillic
	arabic
	han // with the kana: Chinese and Japanese
	kana
	single // and those after it: the scripts of one language
)

// fallback is the language of a text that shows its script only.
func (s script) fallback() Language {
	if s == arabic {
		return "ar"
	}
	return "ru"
}

var scriptTables = [...]struct {
	table    *unicode.RangeTable
	language Language // where it is the only one
}{
	noScript: {table: &unicode.RangeTable{}},
	latin:    {table: unicode.Latin},
	cyrillic: {table: unicode.Cyrillic},
	arabic:   {table: unicode.Arabic},
	han:      {unicode.Han, "zh"},
	kana:     {&unicode.RangeTable{R16: []unicode.Range16{{0x3041, 0x30FF, 1}}}, "ja"},
	single:   {unicode.Hangul, "ko"},
	{unicode.Greek, "el"}, {unicode.Hebrew, "he"}, {unicode.Thai, "th"}, {unicode.Devanagari, "hi"}, {unicode.Bengali, "bn"}, {unicode.Tamil, "ta"},
	{unicode.Telugu, "te"}, {unicode.Kannada, "kn"}, {unicode.Malayalam, "ml"}, {unicode.Gujarati, "gu"}, {unicode.Gurmukhi, "pa"}, {unicode.Sinhala, "si"},
	{unicode.Lao, "lo"}, {unicode.Khmer, "km"}, {unicode.Myanmar, "my"}, {unicode.Georgian, "ka"}, {unicode.Armenian, "hy"}, {unicode.Ethiopic, "am"},
}

// scriptOf returns the script that a text is in, and its language where that is
// all it takes. A text is in another script than the Latin when a quarter is:
// code, names and markup are Latin in every language.
func scriptOf(text string) (script, Language) {
	letters := countScripts(text)
	if letters[kana]*10 > letters[han] { // no Japanese without them, no Chinese with
		letters[kana] += letters[han]
		letters[han] = 0
	}
	total, best := letters[latin], latin
	for s := cyrillic; int(s) < len(letters); s++ {
		total += letters[s]
		if best == latin || letters[s] > letters[best] {
			best = s
		}
	}
	switch {
	case total == 0:
		return noScript, ""
	case letters[best]*4 < total:
		return latin, ""
	}
	return best, scriptTables[best].language
}

// countScripts counts the letters of each script. One of Han, kana or Hangul
// counts as three: it is half a word.
func countScripts(text string) (letters [len(scriptTables)]int) {
	last := latin
	for _, r := range text {
		if r < utf8.RuneSelf {
			if !isNoLetter(r) {
				letters[latin]++
			}
			continue
		}
		if !unicode.Is(scriptTables[last].table, r) {
			if !unicode.IsLetter(r) {
				continue
			}
			last = findScript(r)
		}
		letters[last]++
		if last >= han && last <= single {
			letters[last] += 2
		}
	}
	return letters
}

func findScript(r rune) script {
	for s := range scriptTables {
		if unicode.Is(scriptTables[s].table, r) {
			return script(s)
		}
	}
	return noScript
}
