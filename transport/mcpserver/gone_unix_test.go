//go:build unix

package mcpserver_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestIndexGone: what was removed while it is served is not answered with any
// more, and what comes in its place is, also to whoever is there already.
func TestIndexGone(t *testing.T) {
	w := newWorld(t)
	w.handbook("alice")
	scope := w.scope("alice", true)
	client := connect(t, w.server(), scope)
	client.initialize()
	keys := `{"query":"signing keys"}`
	if answer := fmt.Sprint(client.call("search", keys)); !strings.Contains(answer, "ninety") {
		t.Fatalf("before: %s", answer)
	}
	client.call("sync", `{}`) // opens it for writing, too
	path := w.engine.Path(scope.Tenant())
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	for _, tool := range []string{"search", "explain_query", "pack_context"} {
		if result := client.call(tool, keys); result["isError"] != true || !strings.Contains(textOf(result), "nothing is indexed yet") {
			t.Errorf("%s without the index: %v", tool, result)
		}
	}
	w.index("alice", "garden", map[string]string{"tulips.md": "# Tulips\nTulips need signing too.\n"})
	if answer := fmt.Sprint(client.call("search", keys)); strings.Contains(answer, "ninety") || !strings.Contains(answer, "Tulips") {
		t.Errorf("with another index: %s", answer)
	}
	if answer := fmt.Sprint(client.structured(client.call("sync", `{}`))); !strings.Contains(answer, "garden") || strings.Contains(answer, "handbook") {
		t.Errorf("sync of another index: %s", answer)
	}
}
