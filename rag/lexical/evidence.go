package lexical

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// evidence says which words and letters speak for which languages.
type evidence struct {
	english   int                   // its index
	languages []Language            // bit i of a set is languages[i]
	written   [len(languagesOf)]set // the languages of each script that has several
	words     map[string]set        // stop words
	letters   map[rune]set          // those that few languages have
}

// set is a set of languages.
type set uint64

func (s set) has(index int) bool { return s&(1<<index) != 0 }

const maxLanguages = 64

func (s set) count() int { return bits.OnesCount64(uint64(s)) }

// pop takes one language out of the set and returns its index.
func (s *set) pop() int {
	first := bits.TrailingZeros64(uint64(*s))
	*s &= *s - 1
	return first
}

// languagesOf are the languages that share a script, in an order that
// decides between equals.
var languagesOf = [...]string{
	latin:    "en af ca cs cy da de es et eu fi fr ga gl hr hu id is it lt lv ms nl no pl pt ro sk sl sq sv sw tr vi",
	cyrillic: "ru uk bg sr be mk",
	arabic:   "ar fa ur",
}

// rareLetters are the letters of few languages, each followed by those that
// have it.
var rareLetters = []string{
	"ß de", "ñ es gl eu", "¿ es", "ã pt vi", "õ pt et vi", "ł pl", "ą pl lt", "ę pl lt", "ś pl", "ź pl", "ż pl", "ř cs", "ů cs", "ě cs",
	"ľ sk", "ĺ sk", "ŕ sk", "ő hu", "ű hu", "ğ tr", "ı tr", "ş tr ro", "ţ ro", "ș ro", "ț ro", "ă ro vi", "å da no sv", "ø da no", "æ da no is",
	"ð is", "þ is", "ē lv", "ģ lv", "ķ lv", "ļ lv", "ņ lv", "ī lv", "ā lv", "ė lt", "į lt", "ų lt", "ū lt lv", "đ hr vi", "ư vi", "ơ vi",
	"ạ vi", "ế vi", "ệ vi", "ộ vi", "ợ vi", "ấ vi", "œ fr", "ç fr pt ca tr sq", "ŵ cy", "ŷ cy", "ë sq nl af", "ä de sv fi et sk", "ö de sv fi et hu tr is",
	"ü de et hu tr es", "è fr it ca", "ù fr it", "ò it ca", "ê fr pt vi af cy", "î fr ro", "ô fr pt vi sk cy", "ï nl fr ca", "ì it",
	"і uk be", "ї uk", "є uk", "ґ uk", "ў be", "ы ru be", "э ru be", "ё ru be", "ъ bg ru", "щ ru uk bg", "ђ sr", "ћ sr", "љ sr mk", "њ sr mk", "ј sr mk",
	"џ sr mk", "ѓ mk", "ќ mk", "ѕ mk",
	"پ fa ur", "چ fa ur", "گ fa ur", "ژ fa ur", "ک fa ur", "ی fa ur", "ٹ ur", "ڈ ur", "ڑ ur", "ے ur", "ں ur", "ہ ur", "ھ ur", "ة ar", "ي ar", "ك ar", "ى ar", "أ ar", "إ ar",
}

// isLatin reports whether a language is known to be written in Latin letters.
func isLatin(language Language) bool {
	return slices.Contains(strings.Fields(languagesOf[latin]), string(language))
}

// evidenceOf returns the evidence, gathered from the stop words when first
// asked for.
var evidenceOf = sync.OnceValue(func() *evidence {
	e := &evidence{words: map[string]set{}, letters: map[rune]set{}}
	for script, languages := range languagesOf {
		for code := range strings.FieldsSeq(languages) {
			e.written[script] |= e.add(Language(code))
		}
	}
	e.english = slices.Index(e.languages, english)
	for _, letter := range rareLetters {
		codes := strings.Fields(letter)
		for i, language := range e.languages {
			if slices.Contains(codes[1:], string(language)) {
				e.letters[[]rune(codes[0])[0]] |= 1 << i
			}
		}
	}
	return e
})

// add adds a language with its stop words, and returns the set of it alone.
// Single ASCII letters are left out: in code and formulas they are variables.
func (e *evidence) add(language Language) set {
	self := set(1) << len(e.languages)
	e.languages = append(e.languages, language)
	for _, word := range stopLists()[language]() {
		if len(word) > 1 {
			e.words[word] |= self
		}
	}
	return self
}

// of returns the languages that a word speaks for, the empty set where it says
// nothing.
func (e *evidence) of(word string) set {
	speaks := e.words[word]
	if speaks != 0 || isASCII(word) {
		return speaks
	}
	for _, r := range word {
		if few := e.letters[r]; few != 0 && (speaks == 0 || speaks&few != 0) {
			speaks = few & cmp.Or(speaks, few)
		}
	}
	return speaks
}
