package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"rag-context/rag"
)

// edit is the command that edits a passage's document, at its first line.
func (s *screen) edit(ctx context.Context, passage rag.Found) (*exec.Cmd, error) {
	path, err := s.location(ctx, passage)
	if err != nil {
		return nil, err
	}
	words := editing(cmp.Or(s.app.env.editor, systemEditor()), path, passage.Lines[0])
	return exec.CommandContext(ctx, words[0], words[1:]...), nil
}

func systemEditor() string {
	if runtime.GOOS == "windows" {
		return "notepad"
	}
	return "vi"
}

// location is where a passage's document is on this machine.
func (s *screen) location(ctx context.Context, passage rag.Found) (string, error) {
	states, err := s.library.Collections(ctx)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(states, func(state rag.CollectionState) bool { return state.Name == passage.Collection })
	path := filepath.FromSlash(passage.Path)
	if at < 0 || !filepath.IsLocal(path) {
		return "", fmt.Errorf("edit %s/%s: %w", passage.Collection, passage.Path, rag.ErrNotFound)
	}
	place := states[at].Location
	info, err := os.Stat(place)
	if err == nil && info.IsDir() {
		place = filepath.Join(place, path)
		_, err = os.Stat(place)
	}
	if err != nil {
		return "", fmt.Errorf("edit %s/%s: %w", passage.Collection, passage.Path, rag.ErrGone)
	}
	return place, nil
}

// editing is an editor's command line for a line of a file, in the way of those
// that are known; others get the file alone.
func editing(editor, path string, line int) []string {
	words := strings.Fields(editor)
	if len(words) == 0 {
		words = []string{systemEditor()}
	}
	name := strings.TrimSuffix(strings.ToLower(filepath.Base(words[0])), ".exe")
	switch name {
	case "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "mg", "ne", "jed", "gedit", "gvim":
		return append(words, fmt.Sprintf("+%d", line), path)
	case "code", "code-insiders", "codium", "cursor", "windsurf":
		return append(words, "--goto", fmt.Sprintf("%s:%d", path, line))
	case "hx", "helix", "subl", "zed":
		return append(words, fmt.Sprintf("%s:%d", path, line))
	}
	return append(words, path)
}
