package tui_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/health"
	"rag-context/transport/tui"
)

func TestTypingSearches(t *testing.T) {
	w := newWorld(t, nil)
	w.wantShown("type a question", "passages will stand here")
	w.typing("restore a backup")
	w.wantShown("? restore a backup", "> [x] notes/backup.md:", "run `restore --latest`")
}

// What was typed before the last key is never asked, and what is asked late is
// not shown.
func TestOnlyTheLastQuestionCounts(t *testing.T) {
	w := newWorld(t, nil)
	first := w.send(key("b"))
	second := w.send(key("a"))
	if command := w.send(first()); command != nil {
		t.Error("a question was asked while another was being typed")
	}
	late := w.send(second()) // the search for "ba"
	w.typing("ckup")
	shown := w.view()
	w.do(late)
	if diff := cmp.Diff(shown, w.view()); diff != "" {
		t.Errorf("a late answer was shown (-want +got):\n%s", diff)
	}
}

func TestToggle(t *testing.T) {
	w := newWorld(t, nil)
	w.typing("rotate keys")
	before := w.view()
	w.press("tab")
	if row := w.rows()[0]; !strings.HasPrefix(row, "> [ ] ") {
		t.Errorf("after tab: %s", row)
	}
	w.press("tab")
	if diff := cmp.Diff(before, w.view()); diff != "" {
		t.Errorf("out and in again (-want +got):\n%s", diff)
	}
	w.press("tab", "enter")
	if strings.Contains(w.clipboard, "each quarter") || !strings.Contains(w.clipboard, "署名鍵") {
		t.Errorf("copied:\n%s", w.clipboard)
	}
	w.wantShown("copied")
}

// Enter right after the last key copies what answers the question as it stands.
func TestEnterWaitsForTheAnswer(t *testing.T) {
	w := newWorld(t, nil)
	w.typing("vacation")
	for _, r := range " restore" {
		w.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	w.press("enter")
	if !strings.Contains(w.clipboard, "vacation restore") || !strings.Contains(w.clipboard, "--latest") {
		t.Errorf("copied:\n%s", w.clipboard)
	}
}

func TestNothingToCopy(t *testing.T) {
	w := newWorld(t, nil)
	w.press("enter")
	w.wantShown("nothing to copy")
	w.typing("vacation")
	for range w.rows() {
		if strings.Contains(w.rows()[0], "[x]") {
			w.press("tab", "down")
		}
	}
	w.press("enter")
	w.wantShown("nothing is chosen")
	if w.clipboard != "" {
		t.Errorf("copied %q", w.clipboard)
	}
}

func TestCopyFails(t *testing.T) {
	w := newWorld(t, func(o *tui.Options) {
		o.Copy = func(context.Context, tui.Choice) (string, error) { return "", errors.New("no room\x1b[31m") }
	})
	w.typing("vacation")
	w.press("enter")
	w.wantShown("no room\uFFFD[31m")
}

func TestPick(t *testing.T) {
	w := newWorld(t, func(o *tui.Options) { o.Pick = true })
	w.typing("restore a backup")
	w.press("down", "tab", "enter")
	picked := tui.Picked(w.screen)
	if !w.ended || picked == nil {
		t.Fatal("enter did not end the screen with a choice")
	}
	if picked.Result.Query != "restore a backup" || picked.Result.Passages[0].Path != "backup.md" {
		t.Errorf("picked %+v", picked.Result)
	}
	for _, passage := range picked.Result.Passages {
		if passage.Path == "copy.md" {
			t.Error("picked what was taken out")
		}
	}
}

func TestLeave(t *testing.T) {
	for _, name := range []string{"esc", "ctrl+c"} {
		w := newWorld(t, nil)
		if w.press(name); !w.ended {
			t.Errorf("%s does not end the screen", name)
		}
	}
}

// The gauge follows the window of the model that is loaded.
func TestGauge(t *testing.T) {
	w := newWorld(t, func(o *tui.Options) {
		o.LLM = func(context.Context) *health.Report {
			return &health.Report{State: health.Ready, Model: "qwen3", Window: 16384, WindowKind: health.Effective}
		}
	})
	w.wantShown("qwen3, window 16384", "~0 of 8000 tokens")
	w = newWorld(t, func(o *tui.Options) { o.Budget = 450 })
	w.typing("keys")
	w.wantShown("of 450 tokens", "[!]", "no LLM")
	w = newWorld(t, func(o *tui.Options) { o.Budget = 20 })
	w.typing("keys")
	w.wantShown("the smallest block takes")
}

// A document that has changed shows as it is once the index is up to date.
func TestSync(t *testing.T) {
	w := newWorld(t, func(o *tui.Options) { o.Request.NoSync = true })
	w.typing("pumpernickel")
	w.wantShown("nothing found")
	w.write("bread.md", "# Bread\n\nPumpernickel takes a day.\n")
	w.press("ctrl+r")
	w.wantShown("the index is up to date", "> [x] notes/bread.md:", "takes a day")
	w.write("bread.md", "# Bread\n\nPumpernickel takes two days.\n")
	w.press("ctrl+r")
	w.wantShown("takes two days")
}

func TestOpenPage(t *testing.T) {
	w := newWorld(t, func(o *tui.Options) {
		o.OpenPage = func(context.Context, tui.Choice) (string, error) { return "opened http://127.0.0.1:3000", nil }
	})
	w.press("ctrl+o")
	w.wantShown("opened http://127.0.0.1:3000")
}

// No document steers the terminal.
func TestControlCharactersAreShown(t *testing.T) {
	w := newWorld(t, nil)
	w.typing("hostile")
	w.wantShown("\uFFFD]0;owned\uFFFD\uFFFD[31mred\uFFFDgnp.exe")
	if raw := w.screen.View().Content; strings.ContainsAny(raw, "\x07\u202E") || strings.Contains(raw, "\x1b]") {
		t.Errorf("the screen holds control characters of a document: %q", raw)
	}
}

func TestPaste(t *testing.T) {
	w := newWorld(t, nil)
	w.do(w.send(tea.PasteMsg{Content: "restore\r\na\nbackup\x1b"}))
	w.wantShown("? restore a backup\uFFFD", "notes/backup.md")
}

// Whatever the size and the keys, the screen fits the terminal.
func TestScreenFits(t *testing.T) {
	w := newWorld(t, nil)
	w.typing("rotate keys 鍵")
	names := []string{"up", "down", "pgup", "pgdown", "tab", "left", "right", "home", "backspace", "x", "鍵", "é", "ctrl+w", "ctrl+u"}
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 160).Draw(t, "width"), rapid.IntRange(1, 50).Draw(t, "height")
		w.resize(width, height)
		for _, name := range rapid.SliceOfN(rapid.SampledFrom(names), 0, 20).Draw(t, "keys") {
			w.send(key(name))
			view := w.screen.View()
			rows := strings.Split(view.Content, "\n")
			if len(rows) > height {
				t.Fatalf("%d rows in a terminal of %d", len(rows), height)
			}
			for _, row := range rows {
				if got := ansi.StringWidth(row); got > width {
					t.Fatalf("%d cells in a terminal of %d: %q", got, width, row)
				}
			}
			if view.Cursor.X >= width {
				t.Fatalf("the cursor is at %d in a terminal of %d", view.Cursor.X, width)
			}
		}
	})
}

func TestLine(t *testing.T) {
	for _, test := range []struct {
		text, want string
		keys       []string
	}{
		{"", "|", []string{"backspace", "delete", "left", "right", "ctrl+w", "ctrl+u", "ctrl+k"}},
		{"über", "übe|", []string{"backspace"}},
		{"one two", "one |", []string{"ctrl+w"}},
		{"one two ", "one |", []string{"alt+backspace"}},
		{"one two", "one |two", []string{"alt+left"}},
		{"one two", "one| two", []string{"home", "ctrl+right"}},
		{"one two", "|ne two", []string{"ctrl+a", "delete"}},
		{"one two", "one t|", []string{"ctrl+b", "ctrl+b", "ctrl+k"}},
		{"one two", "|o", []string{"left", "ctrl+u"}},
	} {
		if got := tui.Type(test.text, test.keys...); got != test.want {
			t.Errorf("%q with %v is %q, want %q", test.text, test.keys, got, test.want)
		}
	}
}
