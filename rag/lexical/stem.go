package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"golang.org/x/text/unicode/norm"
)

// stemming takes the endings off the words of one language.
type stemming struct {
	stem  func(env *snowballstem.Env) bool // nil: words stay as they are
	spell func(word string) string         // to the spelling that stem knows; nil: lower case is enough
}

// eachTerm emits the term of a word. Where leaving the accents off makes
// another one ("sécurité" and "securite"), it emits that too, because people
// leave them off in questions.
func (r rules) eachTerm(word string, emit func(term string)) {
	if first, _ := utf8.DecodeRuneInString(word); isDense(first) {
		emit(word) // a bigram, folded already
		return
	}
	folded := fold(word)
	s := r.stemmingOf(word)
	if s.stem == nil {
		emitSome(folded, emit)
		return
	}
	if isASCII(word) {
		emit(s.of(folded))
		return
	}
	term := fold(s.of(spell(word)))
	emitSome(term, emit)
	if plain := s.of(folded); isASCII(folded) && plain != term {
		emitSome(plain, emit)
	}
}

func emitSome(term string, emit func(string)) {
	if term != "" {
		emit(term)
	}
}

// stemmingOf returns how to stem a word: not at all when it is too short to
// have an ending, or no plain word.
func (r rules) stemmingOf(word string) stemming {
	if len(word) < 3 {
		return stemming{}
	}
	first, _ := utf8.DecodeRuneInString(word)
	s := r.latin
	if first >= utf8.RuneSelf && !unicode.Is(unicode.Latin, first) {
		if s = r.native; r.script == nil || !unicode.Is(r.script, first) {
			return stemming{}
		}
	}
	if strings.ContainsFunc(word, isNoLetter) {
		return stemming{}
	}
	return s
}

func isNoLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return (r|0x20) < 'a' || (r|0x20) > 'z'
	}
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !isInvisible(r)
}

// of returns the stem of a word in lower case, never empty unless the word is.
func (s stemming) of(word string) string {
	spelled := word
	if s.spell != nil {
		spelled = s.spell(word)
	}
	env := snowballstem.NewEnv(spelled)
	s.stem(env)
	if env.Current() == "" {
		return spelled
	}
	return env.Current()
}

// spell returns a word in lower case, composed and without invisible signs.
func spell(word string) string {
	if isASCII(word) {
		return strings.ToLower(word)
	}
	return withoutSpace(norm.NFKC.String(strings.ToLower(withoutInvisible(word))))
}
