//go:build e2e && !race

package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"testing"
)

// TestPythonRanks is [TestRanks] on a manual of 500 files that nobody wrote for
// this test. Its questions were written without a look at what they find. The
// race detector would make minutes of it, and so would the encoder, which the
// handbook's test has; every step is in other tests too.
func TestPythonRanks(t *testing.T) {
	corpus := describeCorpus(t, pythonDocs)
	u := newUser(t)
	u.run("--embedder", "table", "search", "--in", pythonDocs, "--", "python")
	u.run("--embedder", "table", "learn", "--force", "--in", pythonDocs)
	checkRanks(t, "python", corpus, ranksOf(u, readQuestions(t, "../../testdata/python/questions.tsv"), "--embedder", "table", "--no-sync", "--in", pythonDocs))
}

// describeCorpus returns a line with the number of files in a folder and a hash
// of their names and texts.
func describeCorpus(t *testing.T, folder string) string {
	t.Helper()
	files, hash := 0, sha256.New()
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(os.DirFS(folder), path)
		files++
		fmt.Fprintf(hash, "%s\n%d\n%s\n", path, len(text), text)
		return err
	})
	if err != nil {
		t.Fatalf("read the documents of python3-doc: %v", err)
	}
	return fmt.Sprintf("corpus\t%d files\t%.8x\n", files, hash.Sum(nil))
}
