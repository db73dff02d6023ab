package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rag-context/health"
	"rag-context/rag"
)

// Exit codes; the help text says the same.
const (
	exitFailed       = 1
	exitUsage        = 2
	exitNothingFound = 3
	exitNotReady     = 4
	exitInterrupted  = 130
)

var (
	errNothingFound = errors.New("nothing found")
	errNoModel      = errors.New("no embedding model on this machine")
	errNotReady     = errors.New("the LLM is not ready")
)

// usageError is a command line that can't be understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// hinted is an error that knows what to type next.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// Hint is what to type next.
func (e hinted) Hint() string { return e.hint }

// exitStatus is a command's own exit code; with no error there is nothing to say.
type exitStatus struct {
	code  int
	cause error
}

// Error implements error.
func (e exitStatus) Error() string { return fmt.Sprint(e.cause) }

func (e exitStatus) Unwrap() error { return e.cause }

// report says what went wrong and what to do, and returns the exit code.
func (a *app) report(err error) int {
	code := exitCode(a.ctx, err)
	if own, is := errors.AsType[exitStatus](err); is && own.cause == nil {
		return code
	}
	if code == exitInterrupted {
		err = fmt.Errorf("interrupted: %w", context.Canceled)
	}
	for line := range strings.SplitSeq(a.message(err), "\n") {
		fmt.Fprintln(a.env.stderr, "rag-context: error: "+visible(line))
	}
	if hint := a.hint(err); hint != "" {
		fmt.Fprintln(a.env.stderr, "rag-context: hint: "+visible(hint))
	}
	return code
}

// message is what an error says to people. The default tenant is nobody's
// choice: without an index there is none yet.
func (a *app) message(err error) string {
	if errors.Is(err, rag.ErrUnknownTenant) && a.tenantFlag() == "" {
		return "nothing is indexed yet"
	}
	return err.Error()
}

// exitCode is the one place where errors become exit codes.
func exitCode(ctx context.Context, err error) int {
	var usage usageError
	var own exitStatus
	switch {
	case errors.As(err, &own) && ctx.Err() == nil:
		return own.code
	case errors.Is(err, errNothingFound), errors.Is(err, errNoModel):
		return exitNothingFound
	case errors.Is(err, errNotReady):
		return exitNotReady
	case errors.As(err, &usage), errors.Is(err, rag.ErrInvalidRequest), errors.Is(err, rag.ErrInvalidTenant),
		errors.Is(err, rag.ErrModeUnavailable), errors.Is(err, health.ErrInvalidURL), errors.Is(err, health.ErrInvalidPlace):
		return exitUsage
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailed
}

// hint is what to type next: the error's own word, else what its kind calls for.
func (a *app) hint(err error) string {
	var own interface{ Hint() string }
	if errors.As(err, &own) {
		return own.Hint()
	}
	for _, row := range hints {
		if errors.Is(err, row.kind) {
			hint := row.hint
			if row.kind == rag.ErrNotFound && a.endsInBareWord() {
				hint += "; for a question that starts with a command's name: rag-context{tenant} ask"
			}
			return strings.ReplaceAll(hint, "{tenant}", a.tenantFlag())
		}
	}
	var usage usageError
	var bounds *rag.RequestError
	switch {
	case errors.As(err, &usage):
		return a.usageHint(err)
	case errors.As(err, &bounds):
		return a.helpHint()
	}
	return ""
}

// endsInBareWord reports whether a command's name followed by what may be the
// rest of a question was typed: the last word is neither a path nor an id.
func (a *app) endsInBareWord() bool {
	return len(a.arguments) > 0 && slices.Contains(a.commands, a.arguments[0]) && !strings.ContainsAny(a.arguments[len(a.arguments)-1], "/\\.:0123456789")
}

var hints = []struct {
	kind error
	hint string
}{
	{rag.ErrInvalidTenant, fmt.Sprintf("a tenant's name is 1 to %d lower-case letters, digits, '-' and '_', for example --tenant work", rag.MaxTenantName)},
	{rag.ErrUnknownTenant, "rag-context{tenant} add FOLDER indexes a folder there; rag-context --in FOLDER QUESTION asks one without adding it"},
	{rag.ErrModeUnavailable, "leave --mode out, or use --mode lexical"},
	{rag.ErrModelChanged, "rag-context{tenant} learn reads the passages anew with it"},
	{rag.ErrModelReplaced, "another rag-context learns with another embedder: give both the same one, then rag-context{tenant} learn"},
	{rag.ErrGone, "bring its folder back (is a disk not mounted?), or rag-context{tenant} remove it"},
	{rag.ErrExists, "rag-context{tenant} sync brings that one up to date; --name gives a new one another name"},
	{rag.ErrNotFound, "rag-context{tenant} status lists the collections, search lists paths"},
	{rag.ErrBusy, "wait for the other sync to end, then try again"},
	{rag.ErrReadOnly, "rag-context doctor shows where the index is; make it writable, or set XDG_DATA_HOME to a folder that is"},
	{rag.ErrCorrupt, "rag-context doctor shows where the index is; move that file aside and add your folders again: their files are untouched"},
	{rag.ErrNoSpace, "free some space and try again; the index is as it was before"},
	{rag.ErrNewerIndex, "update rag-context, or ask with --in FOLDER meanwhile"},
	{health.ErrInvalidURL, "an LLM's address looks like --llm http://127.0.0.1:8080; --llm auto looks around, --llm none asks none"},
	{health.ErrInvalidPlace, "--llm auto looks around; --llm ollama and --llm http://127.0.0.1:8080 say where"},
	{context.Canceled, "nothing is lost: the next sync goes on from here"},
}
