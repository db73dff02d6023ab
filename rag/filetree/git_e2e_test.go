//go:build e2e

package filetree_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/rag"
	"rag-context/rag/filetree"
)

// gitFiles returns the files that git itself would add.
func gitFiles(t *testing.T, folder string) []string {
	t.Helper()
	command := exec.Command("git", "ls-files", "-z", "--others", "--exclude-standard")
	command.Dir = folder
	command.Env = append(command.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "XDG_CONFIG_HOME="+t.TempDir())
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for name := range strings.SplitSeq(string(output), "\x00") {
		if name != "" && path.Base(name) != ".gitignore" {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

// Names are ASCII: git matches bytes, a scan matches characters.
var names = []string{"a", "b", "ab", "a.md", "b.md", "x", "[a]", "a b", "{a,b}", "a+b"}

// pieces make patterns: most of them mean something, some are damaged.
var pieces = []string{
	"a", "b", "x", ".md", "*", "**", "?", "/", "/", "/**/", "**/", "/**", "[a-b]", "[!a]", "[^x]", "[]a]", "[[:alpha:]]", "[a",
	`\a`, `\*`, `\[`, " ", `\ `, "{a,b}", "+",
}

func randomRules(random *rand.Rand) string {
	var text strings.Builder
	for range 1 + random.IntN(4) {
		if random.IntN(3) == 0 {
			text.WriteByte('!')
		}
		for range 1 + random.IntN(4) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func randomFiles(random *rand.Rand) map[string]string {
	files := map[string]string{".gitignore": randomRules(random)}
	for range 25 {
		name := names[random.IntN(len(names))]
		for range random.IntN(4) {
			name = names[random.IntN(len(names))] + "/" + name
		}
		files["f/"+name+"/"+names[random.IntN(len(names))]] = ""
	}
	if random.IntN(2) == 0 {
		files["f/a/.gitignore"] = randomRules(random)
	}
	return withoutConflicts(files)
}

// withoutConflicts removes files whose name is another's folder.
func withoutConflicts(files map[string]string) map[string]string {
	folders := map[string]bool{}
	for name := range files {
		for at := path.Dir(name); at != "."; at = path.Dir(at) {
			folders[at] = true
		}
	}
	for name := range files {
		if folders[name] {
			delete(files, name)
		}
	}
	return files
}

func TestAgreesWithGit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		folder := t.TempDir()
		files := randomFiles(random)
		write(t, folder, files)
		if output, err := exec.Command("git", "init", "-q", folder).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		got := scan(t, open(t, rag.Collection{Location: folder}, filetree.Options{}))
		if diff := cmp.Diff(gitFiles(t, folder), got); diff != "" {
			var rules bytes.Buffer
			for name, text := range files {
				if text != "" {
					fmt.Fprintf(&rules, "%s: %q\n", name, text)
				}
			}
			t.Errorf("case %d (-git +scan):\n%s\n%s", i, rules.String(), diff)
		}
	}
}
