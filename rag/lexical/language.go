package lexical

import (
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	arabicstem "github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	englishstem "github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	tamilstem "github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

// Language is an ISO 639-1 code in lower case: "en", "de". The empty language
// is unknown, and is treated as English.
type Language string

const english Language = "en"

// rules say how the words of texts in a language become terms: those in Latin
// letters and those in the language's own script. Other words stay unstemmed.
type rules struct {
	latin  stemming
	script *unicode.RangeTable // of native; nil: none but Latin
	native stemming
}

// rulesFor returns the rules of a language. The Latin words of a Russian or a
// Chinese text are mostly English, so its rules say.
func rulesFor(language Language) rules {
	englishToo := stemming{stem: englishstem.Stem, spell: fold}
	switch language {
	case "ru":
		return rules{englishToo, unicode.Cyrillic, stemming{russian.Stem, strings.NewReplacer("ё", "е").Replace}}
	case "ar":
		return rules{englishToo, unicode.Arabic, stemming{stem: arabicstem.Stem}}
	case "ta":
		return rules{englishToo, unicode.Tamil, stemming{stem: tamilstem.Stem}}
	}
	if isLatin(language) && language != english {
		return rules{latin: stemming{latinStemmer(language), latinSpelling(language)}}
	}
	return rules{latin: englishToo}
}

// latinStemmer returns the stemmer of a language in Latin letters, nil where
// there is none.
func latinStemmer(language Language) func(*snowballstem.Env) bool {
	switch language {
	case "da":
		return danish.Stem
	case "de":
		return german.Stem
	case "es":
		return spanish.Stem
	case "fi":
		return finnish.Stem
	case "fr":
		return french.Stem
	case "ga":
		return irish.Stem
	case "hu":
		return hungarian.Stem
	case "it":
		return italian.Stem
	case "nl":
		return dutch.Stem
	case "no":
		return norwegian.Stem
	case "pt":
		return portuguese.Stem
	case "ro":
		return romanian.Stem
	case "sv":
		return swedish.Stem
	case "tr":
		return turkish.Stem
	}
	return nil
}

// latinSpelling returns what makes a word's spelling the one that the stemmer
// knows; nil where lower case is enough.
func latinSpelling(language Language) func(string) string {
	switch language {
	case "de":
		return spellUmlauts
	case "ro":
		return strings.NewReplacer("ș", "ş", "ț", "ţ").Replace // newer texts have commas, the stemmer cedillas
	}
	return nil
}

// spellUmlauts makes "mueller" "müller", as both are written, but leaves
// "neue" and "quer" alone. A few words are changed that have no umlaut
// ("aktuell"), which does no harm as long as it is always done.
func spellUmlauts(word string) string {
	if !strings.Contains(word, "ae") && !strings.Contains(word, "oe") && !strings.Contains(word, "ue") {
		return word
	}
	umlauts := map[byte]string{'a': "ä", 'o': "ö", 'u': "ü"}
	var spelled strings.Builder
	for at := 0; at < len(word); at++ {
		umlaut := umlauts[word[at]]
		if umlaut != "" && strings.HasPrefix(word[at+1:], "e") && (at == 0 || !strings.Contains("aeiouq", word[at-1:at])) {
			spelled.WriteString(umlaut)
			at++
			continue
		}
		spelled.WriteByte(word[at])
	}
	return spelled.String()
}
