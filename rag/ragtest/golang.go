package ragtest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
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
