package lsa_test

import (
	"fmt"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"rag-context/rag/ragtest"
)

// all yields passages to a fit.
func all(passages [][]string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for _, passage := range passages {
			if !yield(passage, nil) {
				return
			}
		}
	}
}

// topical returns passages of n words, most of them of one topic's own words.
func topical(passages, topics, n int) (made [][]string) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range passages {
		passage := make([]string, n)
		for w := range passage {
			topic := i % topics
			if random.IntN(4) == 0 {
				topic = topics
			}
			passage[w] = fmt.Sprintf("w%d.%d", topic, int(12*random.Float64()*random.Float64()))
		}
		made = append(made, passage)
	}
	return made
}

// sourceComments returns the words of comments of Go's own packages, as
// passages of a number of words, shuffled.
func sourceComments(t testing.TB, words, limit int) (passages [][]string) {
	t.Helper()
	err := filepath.WalkDir(ragtest.GoRoot(t, "src"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for part := range slices.Chunk(commentWords(string(source)), words) {
			passages = append(passages, part)
		}
		if len(passages) >= limit {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
	return passages[:min(limit, len(passages))]
}

// commentWords leaves out the licence, which every file repeats.
func commentWords(source string) (words []string) {
	for line := range strings.Lines(source) {
		comment, is := strings.CutPrefix(strings.TrimSpace(line), "// ")
		if is && !strings.HasPrefix(comment, "Copyright") && !strings.HasPrefix(comment, "Use of this") && !strings.HasPrefix(comment, "license") {
			words = append(words, strings.FieldsFunc(strings.ToLower(comment), func(r rune) bool { return !unicode.IsLetter(r) })...)
		}
	}
	return words
}
