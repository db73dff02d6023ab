package main

import (
	"context"
	"io"
	"log/slog"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
	"rag-context/transport/mcpserver"
)

type serveCommand struct {
	In         []string `placeholder:"PATH" sep:"none" help:"Serve this folder or file without adding it; may be repeated."`
	Collection []string `short:"c" placeholder:"NAME" predictor:"collection" help:"Serve only this collection; may be repeated."`
	ReadOnly   bool     `help:"Change nothing: no sync, no picking up of changed files."`
	httpFlags
	llmPlace
	sizeFlags
	learnFlags
}

// Help implements kong's HelpProvider.
func (serveCommand) Help() string {
	return `Examples:
  rag-context serve
  rag-context serve -c notes --read-only
  rag-context serve --http
  rag-context serve --http 127.0.0.1:8000 --allow-origin https://chat.example.org

Without --http it speaks MCP over standard input and output, as clients that
start it expect: one client, the documents of --tenant.

With --http it serves any number of clients at http://127.0.0.1:7333/mcp. Whose
documents they see comes from their token and from nothing else: rag-context
token create makes one. Pages of this machine may use it; --allow-origin lets
others. /healthz, /readyz and /metrics are for this machine, and for others with
the operator's token.`
}

// Run implements the command.
func (c serveCommand) Run(a *app) error {
	scope, err := c.scope(a)
	if err != nil {
		return err
	}
	options, err := c.options(a)
	if err != nil {
		return err
	}
	server := mcpserver.New(options)
	if c.HTTP != "" {
		return c.serveHTTP(a, server, options.Log)
	}
	if a.env.stdinTerminal && a.env.stdoutTerminal {
		a.say("speaking MCP on this terminal; clients start it themselves: rag-context mcp install CLIENT. Ctrl-D or Ctrl-C ends it")
	}
	err = server.ServeIO(a.ctx, scope, io.NopCloser(a.env.stdin), nopCloser{a.env.stdout})
	if closeErr := server.Close(); err == nil {
		err = closeErr
	}
	if a.ctx.Err() != nil {
		return nil // ending it is how it is used
	}
	return err
}

// scope is what the one client over standard input and output may do.
func (c serveCommand) scope(a *app) (rag.Scope, error) {
	scope, err := a.scope()
	if err != nil {
		return rag.Scope{}, err
	}
	if len(c.Collection) > 0 {
		scope = scope.Narrow(c.Collection)
	}
	if c.ReadOnly {
		scope = scope.ReadOnly()
	}
	if len(c.Collection) > 0 && len(c.In) == 0 {
		return scope, a.checkScopeKnown(scope)
	}
	return scope, nil
}

// options are what both forms of serving work with. Nothing is opened yet: a
// client waits for its first answer.
func (c serveCommand) options(a *app) (mcpserver.Options, error) {
	if err := c.sizeFlags.validate(); err != nil {
		return mcpserver.Options{}, err
	}
	if _, err := a.models(); err != nil { // a client is not who should learn of it
		return mcpserver.Options{}, err
	}
	places, err := c.llmPlace.places()
	if err != nil {
		return mcpserver.Options{}, err
	}
	options := mcpserver.Options{
		Open: func(ctx context.Context, scope rag.Scope) (*rag.Library, error) {
			return a.openLibrary(ctx, a.engine(), scope, false)
		},
		Synced:  func(ctx context.Context, library *rag.Library) { a.learnLater(ctx, library, c.learnFlags) },
		Packing: func(ctx context.Context) pack.Options { return c.packingNow(ctx, a, places) },
		Version: programVersion(),
		Now:     a.env.now,
		Random:  a.env.random,
	}
	if !a.line.Quiet {
		options.Log = slog.New(slog.NewTextHandler(a.env.stderr, nil))
	}
	if len(c.In) > 0 {
		options.Open, err = c.openFolders(a)
		options.Synced = nil // folders that were never added are not learned from unasked
	}
	return options, err
}

// packingNow is how a block is made for the LLM that answers now.
func (c serveCommand) packingNow(ctx context.Context, a *app, places health.Places) pack.Options {
	options := c.llmPlace.options(a)
	packing, cancel := c.packing(ctx, a, a.startFinding(ctx, places, options)(), options)
	context.AfterFunc(ctx, cancel)
	return packing
}

// openFolders opens folders that were never added, indexing them first.
func (c serveCommand) openFolders(a *app) (func(context.Context, rag.Scope) (*rag.Library, error), error) {
	cache, err := a.folderCache(c.In)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, scope rag.Scope) (*rag.Library, error) {
		err := cache.orAnew(func() error {
			return a.withLibraryOf(cache.engine, cache.scope, true, func(library *rag.Library) error {
				return a.fill(library, cache.locations, true)
			})
		})
		if err != nil {
			return nil, err
		}
		return a.openLibrary(ctx, cache.engine, scope, false)
	}, nil
}

// nopCloser leaves standard output open: the program's end closes it.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
