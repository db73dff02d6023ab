package main

import (
	"time"
)

type lastCommand struct {
	Number int `arg:"" optional:"" default:"1" help:"Which block, as history numbers them (default 1, the newest)."`
	outlets
	JSON bool `help:"Print the block as JSON; leaves the clipboard alone unless --copy."`
}

// Help implements kong's HelpProvider.
func (lastCommand) Help() string {
	return `Examples:
  rag-context last
  rag-context last 3 --print
  rag-context last --output context.txt

The last 50 blocks of each tenant are kept in files that only you can read;
keep-last = false in the settings keeps none.`
}

// lastBlock is what last --json prints, a contract like rag.Result.
type lastBlock struct {
	MadeAt   time.Time `json:"made_at"`
	Question string    `json:"question"`
	Block    string    `json:"block"`
	Delivery delivery  `json:"delivery"`
}

// Run implements the command.
func (c lastCommand) Run(a *app) error {
	if err := validNumber(c.Number); err != nil {
		return err
	}
	last, err := a.keptBlock(c.Number)
	if err != nil {
		return err
	}
	d, err := a.deliver(last.handout(), c.outlets, c.JSON)
	if err != nil {
		return err
	}
	a.say("%s the block of %s", whereTo(d), ago(a.env.now().Sub(last.MadeAt)))
	a.reportProblem(d)
	if c.JSON {
		return a.printJSON(lastBlock{last.MadeAt, last.Question, last.Block, d})
	}
	return nil
}
