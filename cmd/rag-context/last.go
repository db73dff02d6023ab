package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

type lastCommand struct {
	outlets
	JSON bool `help:"Print the block as JSON; leaves the clipboard alone unless --copy."`
}

// Help implements kong's HelpProvider.
func (lastCommand) Help() string {
	return `Examples:
  rag-context last
  rag-context last --print
  rag-context last --output context.txt

The last block of each tenant is kept in a file that only you can read, until
the next one; keep-last = false in the settings keeps none.`
}

// kept is the last block of a tenant, as its file has it.
type kept struct {
	MadeAt time.Time `json:"made_at"`
	Block  string    `json:"block"`
	Paste  string    `json:"paste,omitempty"` // as it was copied, where that differs
}

// Run implements the command.
func (c lastCommand) Run(a *app) error {
	last, err := a.readLast()
	if err != nil {
		return err
	}
	block := handout{text: last.Block, paste: last.Block}
	if last.Paste != "" {
		block.paste = last.Paste
	}
	d, err := a.deliver(block, c.outlets, c.JSON)
	if err != nil {
		return err
	}
	a.say("%s the block of %s", whereTo(d), ago(a.env.now().Sub(last.MadeAt)))
	a.reportProblem(d)
	if c.JSON {
		return a.printJSON(struct {
			MadeAt   time.Time `json:"made_at"`
			Block    string    `json:"block"`
			Delivery delivery  `json:"delivery"`
		}{last.MadeAt, last.Block, d})
	}
	return nil
}

// lastPath is where the tenant's last block is kept. Whoever calls it has had
// the tenant's name checked.
func (a *app) lastPath() string {
	return filepath.Join(a.env.folders.data, "last", a.line.Tenant+".json")
}

func (a *app) readLast() (last kept, err error) {
	if _, err := a.scope(); err != nil {
		return kept{}, err
	}
	text, err := os.ReadFile(a.lastPath())
	if errors.Is(err, fs.ErrNotExist) {
		return kept{}, hinted{fmt.Errorf("%w: no block is kept", errNothingFound), "ask a question first; keep-last = false in the settings keeps no block"}
	}
	if err == nil {
		err = json.Unmarshal(text, &last)
	}
	if err != nil {
		return kept{}, hinted{fmt.Errorf("read last block: %w", err), "ask again: that replaces it"}
	}
	return last, nil
}

// keepLast keeps the block for the command last, or sees to it that none is
// kept. What can't be kept is no reason to fail.
func (a *app) keepLast(keep bool, block handout) {
	if !keep {
		_ = os.Remove(a.lastPath())
		return
	}
	last := kept{MadeAt: a.env.now().UTC(), Block: block.text}
	if block.paste != block.text {
		last.Paste = block.paste
	}
	text, err := json.Marshal(last)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(a.lastPath()), 0o700)
	}
	if err == nil {
		err = writePrivately(a.lastPath(), text)
	}
	if err != nil {
		a.warn(fmt.Sprintf("the block is not kept for rag-context last: %v", err), "--no-keep-last, or keep-last = false in the settings, does without")
	}
}
