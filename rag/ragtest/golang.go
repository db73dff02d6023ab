package ragtest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// GoRoot returns a place in the Go distribution that runs the test: real text
// and real code that is there wherever tests run.
func GoRoot(t testing.TB, path ...string) string {
	t.Helper()
	root, err := goEnvRoot()
	if err != nil {
		t.Fatalf("ask go for its place: %v", err)
	}
	return filepath.Join(append([]string{root}, path...)...)
}

var goEnvRoot = sync.OnceValues(func() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(root)), err
})

// GoComments returns the words of the comments of Go's own packages, in lower
// case, as at most limit passages of that many words each.
func GoComments(t testing.TB, words, limit int) (passages [][]string) {
	t.Helper()
	err := filepath.WalkDir(GoRoot(t, "src"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		source, err := os.ReadFile(path)
		for found := commentWords(string(source)); len(found) >= words; found = found[words:] {
			passages = append(passages, found[:words])
		}
		if len(passages) >= limit {
			return fs.SkipAll
		}
		return err
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
