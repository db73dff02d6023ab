package tui_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"rag-context/pack"
	"rag-context/rag"
	"rag-context/rag/extract"
	"rag-context/rag/filetree"
	"rag-context/rag/sqlitestore"
	"rag-context/transport/tui"
)

// notes are the documents of the tests.
var notes = map[string]string{
	"keys.md": "# Signing keys\n\nKeys sign every release.\n\n## Rotation\n\nRotate the signing keys each quarter. Whoever rotates a key tells the others.\n\n" +
		"## Loss\n\nA lost key is revoked at once, by whoever notices; then a new key is made.\n",
	"backup.md":   "# Backups\n\nTo restore a backup, run `restore --latest` on the standby. The keys of the vault are needed.\n",
	"copy.md":     "# Copies\n\nTo restore a backup, run `restore --latest` on the standby.\n",
	"hostile.txt": "hostile keys\n\x1b]0;owned\x07\x1b[31mred\u202Egnp.exe\n",
	"日本語/鍵.md":    "# 鍵の管理\n\n署名鍵は四半期ごとに交換します。rotate keys\n",
	"a/deep/path/of/many/folders/with/long/names/vacation.md": "# Vacation\n\nKeys of the office stay with whoever is there.\n",
}

// world is a screen with a library of real files.
type world struct {
	t         *testing.T
	folder    string
	screen    tea.Model
	clipboard string // what was copied
	ended     bool
}

func newWorld(t *testing.T, change func(*tui.Options)) *world {
	t.Helper()
	w := &world{t: t, folder: t.TempDir()}
	for path, text := range notes {
		w.write(path, text)
	}
	options := tui.Options{Library: w.library(), Copy: w.copy, Random: rand.NewChaCha8([32]byte{})}
	if change != nil {
		change(&options)
	}
	w.screen = tui.NewModel(t.Context(), options)
	w.do(w.screen.Init())
	return w
}

func (w *world) write(path, text string) {
	w.t.Helper()
	path = filepath.Join(w.folder, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) library() *rag.Library {
	w.t.Helper()
	tenant, err := rag.ParseTenant(rag.DefaultTenant)
	if err != nil {
		w.t.Fatal(err)
	}
	scope, err := rag.NewScope(tenant, rag.ScopeOptions{Write: true})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx := w.t.Context()
	library, err := rag.OpenLibrary(ctx, sqlitestore.Engine{Folder: w.t.TempDir()}, scope, true, rag.LibraryOptions{
		OpenSource: func(c rag.Collection) (rag.Source, error) { return filetree.Open(c, filetree.Options{}) },
		Extractor:  extract.Text{},
	})
	if err == nil {
		w.t.Cleanup(func() { _ = library.Close() })
		err = library.Add(ctx, rag.Collection{Name: "notes", Kind: filetree.Kind, Location: w.folder})
	}
	if err == nil {
		_, err = rag.Sync(ctx, library, rag.SyncOptions{})
	}
	if err != nil {
		w.t.Fatal(err)
	}
	return library
}

// copy is a clipboard.
func (w *world) copy(_ context.Context, choice tui.Choice) (string, error) {
	marker, err := pack.NewMarker(rand.NewChaCha8([32]byte{}))
	if err != nil {
		return "", err
	}
	block, err := pack.Pack(choice.Result.Query, choice.Result.Passages, pack.Options{Marker: marker})
	w.clipboard = block.Text
	return "copied", err
}

// do carries a command out, and what follows from it.
func (w *world) do(command tea.Cmd) {
	if command == nil {
		return
	}
	switch message := command().(type) {
	case nil:
	case tea.BatchMsg:
		for _, each := range message {
			w.do(each)
		}
	case tea.QuitMsg:
		w.ended = true
	default:
		w.do(w.send(message))
	}
}

func (w *world) send(message tea.Msg) (command tea.Cmd) {
	w.screen, command = w.screen.Update(message)
	return command
}

// press presses keys and waits for all that follows.
func (w *world) press(names ...string) {
	for _, name := range names {
		w.do(w.send(key(name)))
	}
}

// typing types text faster than it is searched.
func (w *world) typing(text string) {
	var last tea.Cmd
	for _, r := range text {
		last = w.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	w.do(last)
}

func (w *world) resize(width, height int) { w.send(tea.WindowSizeMsg{Width: width, Height: height}) }

// view is what the screen shows, without its looks.
func (w *world) view() string { return ansi.Strip(w.screen.View().Content) }

func (w *world) wantShown(want ...string) {
	w.t.Helper()
	for _, text := range want {
		if !strings.Contains(w.view(), text) {
			w.t.Errorf("%q is not on the screen:\n%s", text, w.view())
		}
	}
}

// rows are those of the list.
func (w *world) rows() []string {
	return slices.DeleteFunc(strings.Split(w.view(), "\n"), func(row string) bool {
		return !strings.HasPrefix(row, "> [") && !strings.HasPrefix(row, "  [")
	})
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "backspace": tea.KeyBackspace,
}

func key(name string) tea.KeyPressMsg {
	if code, is := special[name]; is {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, is := strings.CutPrefix(name, "ctrl+"); is {
		return tea.KeyPressMsg{Code: []rune(rest)[0], Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
