package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"rag-context/pack"
	"rag-context/rag"
)

// mostKept is how many blocks are kept for each tenant.
const mostKept = 50

// kept is a block as its file has it, with what follow-up questions need.
type kept struct {
	MadeAt      time.Time     `json:"made_at"`
	Question    string        `json:"question"`
	Block       string        `json:"block"`           // "" where the block was not to be kept
	Paste       string        `json:"paste,omitempty"` // as it was copied, where that differs
	Receipt     *pack.Receipt `json:"receipt"`
	Texts       []string      `json:"texts"` // of the receipt's sources
	Snapshot    rag.Snapshot  `json:"snapshot"`
	In          []string      `json:"in,omitempty"` // absolute; it never leaves this file
	Collections []string      `json:"collections,omitempty"`
	Filter      rag.Filter    `json:"filter"`
	// Before are ids of passages that earlier blocks held, which --more went on
	// from.
	Before []string `json:"before,omitempty"`
}

// passages are the ids of what the block holds.
func (k kept) passages() []string {
	var ids []string
	for _, source := range k.Receipt.Sources {
		ids = append(ids, source.Passages...)
	}
	return ids
}

// handout is the block as it leaves the program.
func (k kept) handout() handout {
	if k.Paste != "" {
		return handout{text: k.Block, paste: k.Paste}
	}
	return handout{text: k.Block, paste: k.Block}
}

// keptFolder holds the tenant's blocks, one file each. Whoever calls it has had
// the tenant's name checked.
func (a *app) keptFolder() string { return filepath.Join(a.env.folders.data, "history", a.line.Tenant) }

// keptName is a file's name by which files sort by time.
const keptName = "20060102T150405.000000000Z.json"

// keptFiles are the paths of the tenant's blocks, newest first.
func (a *app) keptFiles() ([]string, error) {
	if _, err := a.scope(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(a.keptFolder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var files []string
	for _, entry := range entries {
		if _, err := time.Parse(keptName, entry.Name()); err == nil {
			files = append(files, filepath.Join(a.keptFolder(), entry.Name()))
		}
	}
	slices.Reverse(files)
	return files, err
}

// keptBlock returns the tenant's block of that number; 1 is the newest.
func (a *app) keptBlock(number int) (kept, error) {
	files, err := a.keptFiles()
	if err != nil {
		return kept{}, err
	}
	if number > len(files) {
		return kept{}, hinted{fmt.Errorf("%w: no block is kept", errNothingFound), "ask a question first; keep-last = false in the settings keeps no block"}
	}
	block, err := readKept(files[number-1])
	if err == nil && block.Block == "" {
		err = hinted{fmt.Errorf("%w: no block is kept of that question", errNothingFound),
			"it was asked with --no-keep-last; rag-context" + a.tenantFlag() + " history shows the others"}
	}
	return block, err
}

func readKept(path string) (block kept, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &block)
	}
	if err == nil && block.Block != "" && (block.Receipt == nil || len(block.Texts) != len(block.Receipt.Sources)) {
		err = errors.New("it lacks the receipt")
	}
	if err != nil {
		return kept{}, hinted{fmt.Errorf("read kept block: %w", err), "ask again: the newest block is the one that counts; history clear removes all"}
	}
	return block, nil
}

// keep keeps a block as the tenant's newest. Where it is not to be kept, only
// that there was one is noted, if there are others: an older block must not pass
// for the last. What can't be kept is no reason to fail.
func (a *app) keep(wanted bool, block kept) {
	block.MadeAt = a.env.now().UTC()
	files, err := a.keptFiles()
	if !wanted && len(files) == 0 {
		return
	}
	if !wanted {
		block = kept{MadeAt: block.MadeAt}
	}
	if err == nil {
		err = a.writeKept(block)
	}
	if err != nil {
		a.warn(fmt.Sprintf("the block is not kept for rag-context last: %v", err), "--no-keep-last, or keep-last = false in the settings, does without")
		return
	}
	for _, old := range files[min(mostKept-1, len(files)):] {
		_ = os.Remove(old)
	}
}

func (a *app) writeKept(block kept) error {
	text, err := json.Marshal(block)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(a.keptFolder(), 0o700); err != nil {
		return err
	}
	return writePrivately(filepath.Join(a.keptFolder(), block.MadeAt.Format(keptName)), text)
}

// keptOf is what is kept of an answer.
func keptOf(o askOutcome, paste string, asked followUp) kept {
	block := kept{
		Question: asked.request.Question, Block: o.Block, Receipt: o.Receipt, Texts: o.packed.Texts, Snapshot: o.Snapshot,
		In: asked.in, Collections: asked.request.Collections, Filter: asked.request.Filter, Before: asked.before,
	}
	if paste != o.Block {
		block.Paste = paste
	}
	return block
}
