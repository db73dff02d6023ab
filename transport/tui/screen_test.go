package tui_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"rag-context/health"
	"rag-context/transport/tui"
)

var update = flag.Bool("update", false, "rewrite the screens that are expected")

// TestScreens holds screens against their golden files: of several sizes, with
// and without colours.
func TestScreens(t *testing.T) {
	for _, test := range []struct {
		name          string
		width, height int
		looks, colour bool // keep the escape sequences; with colours
		budget        int
		keys          []string
	}{
		{name: "below", width: 80, height: 24},
		{name: "beside", width: 120, height: 20},
		{name: "narrow", width: 40, height: 16},
		{name: "tiny", width: 24, height: 6},
		{name: "full", width: 80, height: 24, budget: 450, keys: []string{"down", "tab", "down"}},
		{name: "plain looks", width: 80, height: 16, looks: true},
		{name: "colour looks", width: 80, height: 16, looks: true, colour: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t, func(o *tui.Options) {
				o.Request.Question, o.Colour, o.Budget = "how do we rotate signing keys", test.colour, test.budget
				o.LLM = func(context.Context) *health.Report {
					return &health.Report{State: health.Ready, Model: "qwen3-8b", Window: 8192, WindowKind: health.Effective}
				}
			})
			w.resize(test.width, test.height)
			w.press(test.keys...)
			content := w.screen.View().Content
			if test.looks {
				content = strings.ReplaceAll(content, "\x1b", "␛")
			}
			golden(t, test.name, ansi.Strip(content))
		})
	}
}

func golden(t *testing.T, name, screen string) {
	t.Helper()
	var got strings.Builder
	for row := range strings.SplitSeq(screen, "\n") {
		fmt.Fprintln(&got, strings.TrimRight(row, " "))
	}
	path := filepath.Join("testdata", "screens", strings.ReplaceAll(name, " ", "-")+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("the screen has changed (-want +got); go test ./transport/tui -update takes it over:\n%s", diff)
	}
}
