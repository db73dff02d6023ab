package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"rag-context/testdata"
)

type demoCommand struct {
	Question []string `arg:"" optional:"" help:"A question to the handbook (default: how do we rotate the signing keys?)."`
	Copy     bool     `help:"Copy the block too."`
	JSON     bool     `help:"Print everything as one JSON object."`
}

// Help implements kong's HelpProvider.
func (demoCommand) Help() string {
	return `Examples:
  rag-context demo
  rag-context demo how many days of vacation do I get

It asks the handbook of a made-up company that comes with the program, prints
the block, and leaves the clipboard alone unless --copy.`
}

// Run implements the command.
func (c demoCommand) Run(a *app) error {
	folder, err := unpackHandbook(filepath.Join(a.env.folders.cache, "demo"))
	if err != nil {
		return err
	}
	ask := askCommand{
		Question: c.Question, Limit: 10, JSON: c.JSON,
		querying: querying{In: []string{folder}},
		llmFlags: llmFlags{llmPlace: llmPlace{LLM: "none"}},
		outlets:  outlets{Print: !c.JSON, Copy: c.Copy}, KeepLast: true,
	}
	if len(ask.Question) == 0 {
		ask.Question = []string{"how do we rotate the signing keys?"}
	}
	return ask.Run(a)
}

// unpackHandbook writes the built-in handbook below folder, where it is not
// already, and returns its place.
func unpackHandbook(folder string) (string, error) {
	handbook, err := fs.Sub(testdata.Handbook, "handbook")
	if err != nil {
		return "", err
	}
	target := filepath.Join(folder, "handbook")
	err = fs.WalkDir(handbook, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return unpackFile(handbook, path, filepath.Join(target, filepath.FromSlash(path)))
	})
	return target, err
}

// unpackFile leaves a file of the right size alone, so that asking again reads
// nothing anew.
func unpackFile(from fs.FS, path, target string) error {
	content, err := fs.ReadFile(from, path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err == nil && info.Size() == int64(len(content)) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	return os.WriteFile(target, content, 0o600)
}
