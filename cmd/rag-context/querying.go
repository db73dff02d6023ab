package main

import (
	"context"
	"io"
	"strings"

	"rag-context/rag"
)

// querying is what commands that ask the index have in common.
type querying struct {
	In     []string `placeholder:"PATH" sep:"none" help:"Ask this folder or file without adding it; may be repeated."`
	Mode   string   `default:"${default_mode}" placeholder:"MODE" predictor:"mode" help:"${help_mode}"`
	Case   string   `default:"${default_case}" placeholder:"WHEN" predictor:"case" help:"${help_case}"`
	Effort string   `default:"${default_effort}" placeholder:"EFFORT" predictor:"effort" help:"${help_effort}"`
	NoSync bool     `help:"Ask the index as it stands, without looking for changed files first."`

	filterFlags
}

// request makes the request that every door makes, and has it checked before
// anything else happens.
func (q querying) request(a *app, question string, limit int, bulk bool) (rag.Request, error) {
	if err := rag.CheckLimit(limit, bulk); err != nil {
		return rag.Request{}, err
	}
	request := rag.Request{
		Question:    question,
		Mode:        rag.Mode(q.Mode),
		Case:        rag.Case(q.Case),
		UsualEffort: rag.Effort(q.Effort),
		Limit:       limit,
		Bulk:        bulk,
		Collections: q.Collection,
		Filter:      q.filter(),
		NoSync:      q.NoSync || len(q.In) > 0, // folders asked ad hoc have just been synced
	}
	if a.typed("effort") {
		request.Effort = request.UsualEffort
	}
	return request.WithDefaults()
}

// withLibrary runs use on the library that is to be asked.
func (q querying) withLibrary(a *app, use func(*rag.Library) error) error {
	if len(q.In) > 0 {
		return a.withFolders(q.In, !q.NoSync, use)
	}
	return a.withLibrary(false, use)
}

// question joins the words that were typed; "-" reads standard input.
func (a *app) question(words []string) (string, error) {
	if len(words) != 1 || words[0] != "-" {
		return strings.Join(words, " "), nil
	}
	// 4 bytes a character and one more tell a question that is too long.
	return unlessInterrupted(a.ctx, func() (string, error) {
		text, err := io.ReadAll(io.LimitReader(a.env.stdin, 4*rag.MaxQuestion+4))
		return string(text), err
	})
}

// unlessInterrupted returns what read does, or ctx's error once that is done;
// the read is then left behind, as nothing ends it.
func unlessInterrupted(ctx context.Context, read func() (string, error)) (text string, err error) {
	done := make(chan struct{})
	var readErr error
	var readText string
	go func() {
		defer close(done)
		readText, readErr = read()
	}()
	select {
	case <-done:
		return readText, readErr
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
