package desktop_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

func TestEditorCommand(t *testing.T) {
	spaced := filepath.Join(t.TempDir(), "my editor")
	install(t, spaced)
	for _, test := range []struct {
		visual, editor string
		want           []string
	}{
		{"", "vi", []string{"vi", "+7", "/a b.md"}},
		{"emacsclient -t", "vi", []string{"emacsclient", "-t", "+7", "/a b.md"}},
		{"", "code --wait", []string{"code", "--wait", "--goto", "/a b.md:7"}},
		{"", `/usr/bin/subl -w`, []string{"/usr/bin/subl", "-w", "/a b.md:7"}},
		{"", "hx", []string{"hx", "/a b.md:7"}},
		{"", "goland", []string{"goland", "--line", "7", "/a b.md"}},
		{"", "notepad++.exe", []string{"notepad++.exe", "-n7", "/a b.md"}},
		{"", "notepad", []string{"notepad", "/a b.md"}},
		{" ", spaced, []string{spaced, "+7", "/a b.md"}},
	} {
		getenv := func(name string) string { return map[string]string{"VISUAL": test.visual, "EDITOR": test.editor}[name] }
		got, err := desktop.EditorCommand(getenv, "/a b.md", 7)
		if err != nil {
			t.Errorf("%q, %q: %v", test.visual, test.editor, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q, %q (-want +got):\n%s", test.visual, test.editor, diff)
		}
	}
	if _, err := desktop.EditorCommand(func(string) string { return "" }, "/a", 1); !errors.Is(err, desktop.ErrNoEditor) {
		t.Errorf("without an editor: %v", err)
	}
	if got, _ := desktop.EditorCommand(func(string) string { return "vi" }, "/a", 0); got[1] != "+1" {
		t.Errorf("without a line: %v", got)
	}
}

func TestRunEditor(t *testing.T) {
	b := newToolbox(t, "my browser")
	t.Setenv("FAKE_LOG", b.log)
	var stdout, stderr discarded
	if err := desktop.RunEditor(t.Context(), []string{filepath.Join(b.bin, "my browser"), "+7", "file"}, os.Stdin, &stdout, &stderr); err != nil {
		t.Fatal(err)
	}
	if stdout == 0 || stderr == 0 {
		t.Error("the editor has not got the terminal")
	}
	if diff := cmp.Diff([][]string{{"my browser", "+7", "file"}}, b.calls()); diff != "" {
		t.Errorf("called (-want +got):\n%s", diff)
	}
	t.Setenv("FAKE_MODE", "fail")
	if err := desktop.RunEditor(t.Context(), []string{filepath.Join(b.bin, "my browser")}, os.Stdin, &stdout, &stderr); err == nil {
		t.Error("an editor that fails is no error")
	}
}

// discarded counts the bytes that are thrown away.
type discarded int

func (d *discarded) Write(p []byte) (int, error) {
	*d += discarded(len(p))
	return len(p), nil
}
