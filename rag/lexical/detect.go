package lexical

import (
	"slices"
	"strings"
)

// maxSample is how much of a text tells its language, in bytes: half of it from
// the beginning, half from the middle, where no licence or table of contents
// in English stands.
const maxSample = 4 << 10

// Detect returns the language of a text, and "" where it does not show, as in
// most questions of a few words, lists of names, and data. Source code is in
// the language of its comments, or in none.
//
// It goes by the script, and where several languages share that, by their
// commonest words and by letters that few of them have. It takes 0.1 ms at
// most, whatever the length of the text.
func Detect(text string) Language {
	text = sample(text)
	script, only := scriptOf(text)
	if only != "" || script == noScript {
		return only
	}
	v := evidenceOf().weigh(text, script)
	if script == latin {
		return v.clear()
	}
	return v.likely(script)
}

func sample(text string) string {
	if len(text) <= maxSample {
		return text
	}
	middle := len(text) / 2
	return strings.ToValidUTF8(text[:maxSample/2]+" "+text[middle:middle+maxSample/2], "")
}

// verdict is what the words of a text say.
type verdict struct {
	words      int // in all
	speaking   int // distinct ones that speak for best, of the first few words
	best, next Language
	weight     float64 // of the words that speak for best
	lead       float64 // of that before next
}

// Thresholds, found on the texts that Detect is to tell apart: translations of
// one document into 48 languages, manual pages, questions, source code.
const (
	minShare    = 0.09 // of a text's words that speak for the best language
	minSpeaking = 2    // distinct words, in texts of few words
	fewWords    = 20
	fewLead     = 0.6  // of weight, in texts of few words
	minLead     = 0.25 // of weight, in longer ones

	englishShare = 0.5 // of an English word that other languages have too
)

// clear returns the best language if it is so clearly.
func (v verdict) clear() Language {
	lead := minLead
	if v.words < fewWords {
		lead = fewLead
	}
	if v.speaking < minSpeaking || v.weight < max(1, minShare*float64(v.words)) || v.lead < lead {
		return ""
	}
	return v.best
}

// likely returns the best language of a script that few languages have, the
// commonest one where there is nothing to go by.
func (v verdict) likely(script script) Language {
	if v.weight > 0 {
		return v.best
	}
	return script.fallback()
}

// weigh counts the words that speak for each language of a script: a word that
// several share counts for each in part. English words count half at least,
// because names and code are full of short words that are foreign by chance;
// words with accents count against it.
func (e *evidence) weigh(text string, script script) verdict {
	var weights [maxLanguages]float64
	var first wordSets
	words := 0
	eachPlainWord(text, func(word string) {
		words++
		speaks := e.of(word) & e.written[script]
		if speaks == 0 {
			return
		}
		first.add(word, speaks)
		share := 1 / float64(speaks.count())
		for rest := speaks; rest != 0; {
			weights[rest.pop()] += share
		}
		switch {
		case speaks.has(e.english):
			weights[e.english] += max(0, englishShare-share)
		case !isASCII(word):
			weights[e.english] -= englishShare
		}
	})
	best, next := topTwo(weights[:len(e.languages)])
	return verdict{words, first.count(best), e.languages[best], e.languages[next], weights[best], weights[best] - weights[next]}
}

// wordSets are the first distinct words that speak for any language.
type wordSets struct {
	words [fewWords]string
	sets  [fewWords]set
	size  int
}

func (w *wordSets) add(word string, speaks set) {
	if w.size == fewWords || slices.Contains(w.words[:w.size], word) {
		return
	}
	w.words[w.size], w.sets[w.size] = word, speaks
	w.size++
}

// count returns how many of the words speak for a language.
func (w *wordSets) count(language int) int {
	count := 0
	for _, speaks := range w.sets[:w.size] {
		if speaks.has(language) {
			count++
		}
	}
	return count
}

// topTwo returns the indexes of the two greatest weights.
func topTwo(weights []float64) (best, next int) {
	next = 1
	for i := range weights {
		switch {
		case weights[i] > weights[best]:
			best, next = i, best
		case i != best && weights[i] > weights[next]:
			next = i
		}
	}
	return best, next
}

// eachPlainWord visits the words that are no identifiers and no numbers.
func eachPlainWord(text string, visit func(word string)) {
	for at := 0; at < len(text); {
		found, size := classAt(text, at)
		if found != letter {
			at += size
			continue
		}
		end := runEnd(text, at, letter)
		if word := text[at:end]; !strings.ContainsAny(word, "_0123456789") {
			visit(spell(word))
		}
		at = end
	}
}
