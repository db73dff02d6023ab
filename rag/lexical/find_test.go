package lexical_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/lexical"
)

func TestFind(t *testing.T) {
	for _, test := range []struct {
		question, text string
		want           []string
	}{
		{"how do we rotate the keys?", "Rotating a key: the keys are rotated.", []string{"Rotating", "key", "keys", "rotated"}},
		{"maxConns", "set maxConns, or max conns", []string{"maxConns", "max", "conns"}},
		{"what is C++?", "C and C++ differ", []string{"C", "C++"}},
		{"LG-4012", "it's LG-4012, not LG-4013", []string{"LG", "4012", "LG"}},
		{"café", "the CAFE and the café", []string{"CAFE", "café"}},
		{"東京都", "これは東京都です", []string{"東京都"}},
		{"backup", "nothing of that", nil},
	} {
		t.Run(test.question, func(t *testing.T) {
			analyzer := new(lexical.Analyzer)
			var got []string
			for _, place := range analyzer.Find(test.text, "en", forms(analyzer, test.question)) {
				got = append(got, test.text[place[0]:place[1]])
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("found (-want +got):\n%s", diff)
			}
		})
	}
}

func forms(analyzer *lexical.Analyzer, question string) map[string]bool {
	wanted := map[string]bool{}
	for _, term := range analyzer.QuestionTerms(question, []lexical.Language{"en"}) {
		for _, form := range term.Forms {
			wanted[form] = true
		}
	}
	return wanted
}

// Whatever the text, places are in it, in order, and apart.
func TestFindInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		question, text := rapid.String().Draw(t, "question"), rapid.String().Draw(t, "text")
		analyzer := new(lexical.Analyzer)
		end := 0
		for _, place := range analyzer.Find(text+" "+question, "en", forms(analyzer, question)) {
			if place[0] < end || place[1] <= place[0] || place[1] > len(text)+1+len(question) {
				t.Fatalf("a place at %v after %d", place, end)
			}
			end = place[1]
		}
	})
}
