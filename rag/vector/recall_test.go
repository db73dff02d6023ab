package vector_test

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"rag-context/rag/lsa"

	"rag-context/rag/ragtest"
)

func TestRecallOnClusters(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, dimensions := range []int{200, 384} {
		vectors := clustered(random, 8020, dimensions, 80)
		if got := recall(t, vectors[20:], vectors[:20], 50); got < 0.98 {
			t.Errorf("%d dimensions: recall@50 = %.3f, want at least 0.98", dimensions, got)
		}
	}
}

func TestRecallOnText(t *testing.T) {
	passages := sourceComments(t, 40, 6000)
	model, err := lsa.Fit(t.Context(), func(yield func([]string, error) bool) {
		for _, passage := range passages[:1000] {
			if !yield(passage, nil) {
				return
			}
		}
	}, lsa.Options{Dimensions: 128})
	if err != nil {
		t.Fatal(err)
	}
	var vectors, questions [][]float32
	for i, passage := range passages {
		if v, ok := model.Vector(passage); ok {
			vectors = append(vectors, v)
		}
		if v, ok := model.Vector(passage[5:9]); ok && i%200 == 0 {
			questions = append(questions, v)
		}
	}
	if got := recall(t, vectors, questions, 50); got < 0.98 {
		t.Errorf("recall@50 = %.3f for %d questions to %d passages, want at least 0.98", got, len(questions), len(vectors))
	}
}

// sourceComments returns the words of comments of Go's own packages, as
// passages of a number of words.
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
		found := commentWords(string(source))
		for ; len(found) >= words; found = found[words:] {
			passages = append(passages, found[:words])
		}
		if len(passages) >= limit {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
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
