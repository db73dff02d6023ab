package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestInstallKeepsEveryBackup installs twice within a second.
func TestInstallKeepsEveryBackup(t *testing.T) {
	client := mcpClient{table: "servers"}
	path := filepath.Join(t.TempDir(), "settings.json")
	texts := []string{`{"mine": 1}`}
	if err := os.WriteFile(path, []byte(texts[0]), 0o600); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, command := range []string{"one", "two", "three"} {
		backup, _, err := client.install(path, "own", fields{{"command", command}}, now)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(backup)
		if string(kept) != texts[i] || err != nil {
			t.Errorf("backup %d holds %q, %v; want %q", i+1, kept, err, texts[i])
		}
		written, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(written))
	}
}

func TestInstallLeavesALinkToNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.Symlink("elsewhere.json", path); err != nil && runtime.GOOS == "windows" {
		return // it takes a right that users don't have
	} else if err != nil {
		t.Fatal(err)
	}
	if _, _, err := (mcpClient{table: "servers"}).install(path, "own", fields{{"command", "x"}}, time.Time{}); err == nil {
		t.Error("it was replaced")
	}
	if target, err := os.Readlink(path); target != "elsewhere.json" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}
