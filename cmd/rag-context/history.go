package main

import (
	"errors"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"rag-context/pack"
	"rag-context/rag"
)

type historyCommand struct {
	List  historyListCommand  `cmd:"" default:"withargs" help:"List the blocks that are kept, newest first (the default)."`
	Clear historyClearCommand `cmd:"" help:"Forget all of them."`
}

// Help implements kong's HelpProvider.
func (historyCommand) Help() string {
	return `Examples:
  rag-context history
  rag-context history --json | jq -r '.blocks[].question'
  rag-context history clear

The last 50 blocks of each tenant are kept in files that only you can read;
rag-context last N copies one again. keep-last = false in the settings keeps none.`
}

type historyListCommand struct {
	JSON bool `help:"Print the list as JSON, with receipts."`
}

// keptList is what history --json prints, a contract like rag.Result.
type keptList struct {
	Blocks []keptRow `json:"blocks"`
}

// keptRow is one block of the list; its JSON form is a contract.
type keptRow struct {
	Number   int           `json:"number"` // for last and source
	MadeAt   time.Time     `json:"made_at"`
	Question string        `json:"question"`
	Passages []string      `json:"passages"` // ids
	Receipt  *pack.Receipt `json:"receipt"`
	Snapshot rag.Snapshot  `json:"snapshot"`
}

// Run implements the command.
func (c historyListCommand) Run(a *app) error {
	rows, err := a.keptRows()
	if err != nil {
		return err
	}
	if c.JSON {
		return a.printJSON(keptList{rows})
	}
	if len(rows) == 0 {
		return hinted{fmt.Errorf("%w: no block is kept", errNothingFound), "ask a question first; keep-last = false in the settings keeps no block"}
	}
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\n", row.Number, ago(a.env.now().Sub(row.MadeAt)), count(len(row.Passages), "passage"), shortened(visible(row.Question), 80))
	}
	return table.Flush()
}

// keptRows lists the blocks that can be read; one that can't is told of.
func (a *app) keptRows() ([]keptRow, error) {
	files, err := a.keptFiles()
	rows := []keptRow{}
	for i, file := range files {
		block, err := readKept(file)
		switch {
		case err != nil:
			a.warn(err.Error(), a.hint(err))
		case block.Block != "":
			rows = append(rows, keptRow{i + 1, block.MadeAt, block.Question, block.passages(), block.Receipt, block.Snapshot})
		}
	}
	return rows, err
}

type historyClearCommand struct{}

// Help implements kong's HelpProvider.
func (historyClearCommand) Help() string {
	return `Examples:
  rag-context history clear
  rag-context history clear --tenant work`
}

// Run implements the command.
func (historyClearCommand) Run(a *app) error {
	files, err := a.keptFiles()
	for _, file := range files {
		err = errors.Join(err, os.Remove(file))
	}
	if err != nil {
		return fmt.Errorf("clear history: %w", err)
	}
	a.say("forgot %s", count(len(files), "block"))
	return nil
}

// validNumber refuses a number that no block has.
func validNumber(number int) error {
	if number < 1 || number > mostKept {
		return hinted{usageError{fmt.Errorf("a block's number is 1 to %d, not %d", mostKept, number)}, "rag-context history shows them"}
	}
	return nil
}
