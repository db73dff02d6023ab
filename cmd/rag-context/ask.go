package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
)

type askCommand struct {
	Question []string `arg:"" optional:"" help:"The question; its words need no quotes. - reads it from standard input."`

	querying
	followUpFlags
	Limit int  `short:"n" aliases:"top-k,max-count,max-results,count" default:"${default_limit}" placeholder:"N" help:"The most passages to pack, 1 to 50 (default 10)."`
	JSON  bool `help:"Print everything as one JSON object; leaves the clipboard alone unless --copy."`
	sizeFlags
	llmFlags
	outlets
	pageFlags
	learnFlags
	Pick     bool `help:"Choose the passages on a full screen first, like rag-context ui."`
	KeepLast bool `default:"true" negatable:"" help:"Keep the block for last, history and --more (default); --no-keep-last does not."`

	chosen bool // the passages, by a person on a screen
}

// Help implements kong's HelpProvider.
func (askCommand) Help() string {
	return `Examples:
  rag-context how do we rotate the signing keys
  rag-context --in ./docs --open "what does error LG-4012 mean?"
  rag-context --send how do we restore a backup
  rag-context --more
  rag-context --without 2 --also k3m5q2wxayz4.3
  rag-context --pick how do we restore a backup
  echo "how do we restore a backup?" | rag-context --output context.txt -

"rag-context ask" is the same, for questions whose first word is a command's name.`
}

// askOutcome is the JSON form of the default command: the query's result and
// what was made of it.
type askOutcome struct {
	rag.Result
	Block    string         `json:"block"`
	Tokens   int            `json:"tokens"`
	Budget   int            `json:"budget"`
	Receipt  *pack.Receipt  `json:"receipt"`
	LLM      *health.Report `json:"llm"` // null with --no-llm
	Delivery delivery       `json:"delivery"`

	packed pack.Block
}

// Run implements the command.
func (c askCommand) Run(a *app) error {
	question, err := a.question(c.Question)
	if err != nil {
		return err
	}
	if command := a.meantCommand(c.Question); command != "" {
		a.say("rag-context: hint: %q is taken for a question; the command is rag-context %s", c.Question[0], command)
	}
	c, asked, err := c.followUp(a, question)
	if err != nil {
		return err
	}
	places, err := c.check(a)
	if err != nil {
		return err
	}
	return c.withLibrary(a, func(library *rag.Library) error { return c.ask(a, library, asked, places) })
}

// check refuses flags that make no sense, and says where the LLM may be.
func (c askCommand) check(a *app) (health.Places, error) {
	if c.Pick || c.chosen {
		if _, err := a.screenOutput(); err != nil {
			return health.Places{}, err
		}
	}
	if err := c.sizeFlags.validate(); err != nil {
		return health.Places{}, err
	}
	if err := c.pageFlags.validate(); err != nil {
		return health.Places{}, err
	}
	return c.llmFlags.places()
}

// ask looks after the LLM while the index is searched.
func (c askCommand) ask(a *app, library *rag.Library, asked followUp, places health.Places) error {
	if c.Pick {
		return c.pick(a, library, asked, places)
	}
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	report := a.startFinding(ctx, places, c.options(a))
	result, err := rag.Query(ctx, library, asked.request)
	if err != nil {
		return err
	}
	defer c.learnAfter(a, library, c.learnFlags)
	if len(result.Passages) == 0 {
		return c.nothing(a, result)
	}
	_, err = c.answer(a, result, asked, report())
	return err
}

// pick lets a person choose the passages.
func (c askCommand) pick(a *app, library *rag.Library, asked followUp, places health.Places) error {
	choice, err := a.newScreen(c, library).show(asked, places)
	if err != nil {
		return err
	}
	c.chosen = true
	_, err = c.answer(a, choice.Result, asked.about(choice.Result.Query), choice.LLM)
	return err
}

// answer makes a block of the passages, hands it out and says so.
func (c askCommand) answer(a *app, result rag.Result, asked followUp, report *health.Report) (askOutcome, error) {
	outcome := askOutcome{Result: result, LLM: report}
	visit := a.planVisit(c.pageFlags, outcome.LLM)
	if err := c.pack(a, &outcome, c.pageFlags.layout(visit)); err != nil {
		return outcome, err
	}
	if err := c.handOut(a, &outcome, asked, visit); err != nil {
		return outcome, err
	}
	a.remarks(result)
	ready := a.judgeLLM(outcome.LLM)
	if visit != nil && (ready || !c.RequireLLM) {
		a.open(visit, outcome.Block, &outcome.Delivery)
	}
	a.printReceipt(outcome)
	if c.JSON {
		if err := a.printJSON(outcome); err != nil {
			return outcome, err
		}
	}
	if c.RequireLLM && !ready {
		return outcome, notReady(outcome.LLM)
	}
	return outcome, nil
}

// notReady is the error for an LLM that had to be ready, with the remedy.
func notReady(report *health.Report) error {
	if report == nil {
		return hinted{errNotReady, "none was asked: leave out --no-llm or --llm none"}
	}
	return hinted{errNotReady, report.Remedy()}
}

// handOut delivers and keeps the block. Where it was to be sent and can't be, it
// is copied: then it is to be pasted.
func (c askCommand) handOut(a *app, o *askOutcome, asked followUp, v *visit) error {
	paste, err := pasteForm(o.packed)
	if err != nil {
		return err
	}
	block := handout{text: o.Block, paste: paste}
	a.fillPage(v, c.pageFlags, *o)
	to := c.outlets
	to.Copy = to.Copy || c.Send && (v == nil || v.filled == "")
	o.Delivery, err = a.deliver(block, to, c.JSON)
	a.keep(c.KeepLast, keptOf(*o, paste, asked)) // all the more if it could not be delivered
	return err
}

// nothing reports that no passage was found; the clipboard keeps what it has.
func (c askCommand) nothing(a *app, result rag.Result) error {
	a.remarks(result)
	if c.JSON {
		outcome := askOutcome{Result: result, Delivery: delivery{Method: "none"}}
		if err := a.printJSON(outcome); err != nil {
			return err
		}
	}
	if c.More {
		return hinted{errNothingFound, "the blocks before hold all that matches; other words may find more, and so may --effort exhaustive"}
	}
	return nothingFound(result)
}

// nothingFound is the error for an empty result, with the likeliest remedy.
func nothingFound(result rag.Result) error {
	passages := 0
	for _, coverage := range result.Coverage {
		if coverage.Searched {
			passages += coverage.Passages
		}
	}
	behind := slices.ContainsFunc(result.Diagnostics, func(d rag.Diagnostic) bool {
		return d.Code == rag.CodePendingChanges || d.Code == rag.CodeNeverSynced || d.Code == rag.CodeUnchecked
	})
	unfulfilled := slices.ContainsFunc(result.Diagnostics, func(d rag.Diagnostic) bool { return d.Code == rag.CodeFulfilledByNone })
	hint := "try other words; rag-context status shows what is indexed"
	switch {
	case unfulfilled:
		hint = "leave that field out, or complete its value with the tab key; rag-context query explain shows what each part leaves out"
	case passages == 0:
		hint = "nothing is indexed there: rag-context add FOLDER, or rag-context sync"
	case behind:
		hint = "the index may be behind the files: rag-context sync; or try other words"
	}
	return hinted{errNothingFound, hint}
}

// pack makes the block within the budget wanted, or one that suits the LLM. A
// window that is too small for any block gets the smallest there is, with a
// warning: the block is not lost.
func (c askCommand) pack(a *app, o *askOutcome, layout pack.Layout) error {
	marker, err := pack.NewMarker(a.env.random)
	if err != nil {
		return err
	}
	options, cancel := c.packing(a.ctx, a, o.LLM, c.options(a))
	defer cancel()
	options.Marker, options.Layout = marker, layout
	if c.chosen {
		options.MinShare = 0 // weak ones too
	}
	block, err := pack.Pack(o.Query, o.Passages, options)
	var small *pack.BudgetError
	switch {
	case errors.As(err, &small) && c.Budget > 0:
		return hinted{usageError{err}, fmt.Sprintf("use --budget %d or more", small.Need)}
	case errors.As(err, &small):
		return hinted{fmt.Errorf("what was found is too large for a block: a passage of one line with about %d tokens", small.Need),
			"rag-context search shows where it is; other words may find more"}
	case err != nil:
		return err
	case block.Budget > options.Budget:
		a.warn(fmt.Sprintf("%d tokens are too few for this question: the smallest block takes %d", options.Budget, block.Budget),
			"load the model with a larger window, or shorten the question")
	}
	o.packed = block
	o.Block, o.Tokens, o.Budget, o.Receipt = block.Text, block.Tokens, block.Budget, &block.Receipt
	return nil
}
