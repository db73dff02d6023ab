package tui

import (
	"context"
	"io"
	"os/exec"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
)

// Options are what the screen works with. Library, Copy (or Pick), Input,
// Output and Random must be set.
type Options struct {
	// Library is asked for passages.
	Library *rag.Library
	// Request is the first one; all others differ from it in the question
	// only, which may be empty.
	Request rag.Request
	// Best is how many of the passages found may go into the block without
	// being asked for; 0 means [rag.DefaultLimit].
	Best int
	// Budget is the most tokens of a block; 0 means what Sizing makes of the
	// LLM's window.
	Budget int
	// Sizing makes the budget; its Window is filled in.
	Sizing pack.Sizing
	// Sync says how the index is brought up to date when asked to.
	Sync rag.SyncOptions
	// LLM looks for the LLM; nil where none is to be asked.
	LLM func(context.Context) *health.Report
	// Copy makes the block and delivers it, and says in a line what happened.
	Copy func(context.Context, Choice) (string, error)
	// OpenPage opens the chat page, and says in a line what happened; nil where
	// there is none.
	OpenPage func(context.Context, Choice) (string, error)
	// Edit makes the command that edits a passage's document; nil where
	// documents can't be edited.
	Edit func(context.Context, rag.Found) (*exec.Cmd, error)
	// Pick ends the screen with the choice instead of copying it.
	Pick bool
	// Lend gives the terminal back while Copy runs, which may talk to it.
	Lend bool
	// Colour allows colours; without, what matters is bold, underlined or
	// reversed.
	Colour bool
	// Input and Output are the terminal.
	Input  io.Reader
	Output io.Writer
	// Random makes the markers of the blocks that are weighed.
	Random io.Reader
}

// Choice is what a person has chosen.
type Choice struct {
	// Result is that of the question, with the chosen passages only.
	Result rag.Result
	// LLM is what was last known of it; nil where none was asked.
	LLM *health.Report
}
