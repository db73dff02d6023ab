package main

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
)

// commandLine is everything that can be typed.
type commandLine struct {
	Tenant string `help:"Which tenant's index to use." default:"default" placeholder:"NAME"`
	Quiet  bool   `short:"q" help:"Say nothing but errors on standard error."`
	modelFlags

	ShowVersion versionFlag `name:"version" hidden:"" help:"Print the version."`
	Help        helpCommand `cmd:"" hidden:"" help:"Show what can be typed."`

	Ask     askCommand     `cmd:"" default:"withargs" help:"Put a block of cited passages for a question on the clipboard (the default command)."`
	UI      uiCommand      `cmd:"" name:"ui" help:"Type, look at passages and choose them on a full screen; then copy."`
	Search  searchCommand  `cmd:"" help:"List the passages that answer a question best."`
	Grep    grepCommand    `cmd:"" help:"Print the lines of documents that a text or an expression matches."`
	Find    findCommand    `cmd:"" help:"List documents by name, type, tag, size and time of change."`
	Ls      lsCommand      `cmd:"" help:"List collections, or the documents and folders in one."`
	Tags    tagsCommand    `cmd:"" help:"List the tags of documents, with how many have each."`
	Query   queryCommand   `cmd:"" help:"Tell what a query can say and how one is understood."`
	Source  sourceCommand  `cmd:"" help:"Show or edit where a source of the last block came from."`
	Verify  verifyCommand  `cmd:"" help:"Check a model's answer: its citations and quotes, against the sources of the last block."`
	History historyCommand `cmd:"" help:"List the last blocks, or forget them."`
	Last    lastCommand    `cmd:"" help:"Copy the last block again."`
	Read    readCommand    `cmd:"" help:"Print a document or passage from the index."`

	Add    addCommand    `cmd:"" help:"Add a folder as a collection and index it."`
	Sync   syncCommand   `cmd:"" help:"Bring the index up to date with the files."`
	Learn  learnCommand  `cmd:"" help:"Learn which words occur together, so that other words find things too."`
	Embed  embedCommand  `cmd:"" help:"Let a local embedding model say what passages mean, too."`
	Status statusCommand `cmd:"" help:"Tell what is indexed and how old it is."`
	Remove removeCommand `cmd:"" help:"Remove a collection from the index; its files stay."`

	Serve serveCommand `cmd:"" help:"Serve programs that speak MCP: IDE agents over stdio, browsers and others over HTTP."`

	Token tokenCommand `cmd:"" help:"Create, list and revoke the tokens of those who ask over HTTP."`

	MCP mcpCommand `cmd:"" name:"mcp" help:"Let MCP clients know of this program."`

	Eval       evalCommand       `cmd:"" help:"Measure how well passages are found, on judged collections or your own questions."`
	Health     healthCommand     `cmd:"" help:"Tell whether the local LLM is ready, and what is known of it."`
	Doctor     doctorCommand     `cmd:"" help:"Check everything the main job needs and say what to do about the rest."`
	Demo       demoCommand       `cmd:"" help:"Try it on a small built-in handbook, without any set-up."`
	Config     configCommand     `cmd:"" help:"Show the settings in force and where each comes from."`
	Completion completionCommand `cmd:"" help:"Print how to get tab completion in bash, zsh or fish."`
	Man        manCommand        `cmd:"" help:"Print the manual page."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

const description = summary + `

Exit status: 0 done, 1 failed, 2 wrong usage, 3 nothing found,
4 LLM not ready (health, and with --require-llm), 130 interrupted.`

// summary is what one needs to know first.
const summary = `Answers a question from your own files with a block of cited passages, sized for
your local LLM, ready to paste into its chat page.

  rag-context add ~/notes                      index a folder, once
  rag-context how do we rotate signing keys    ask; then paste in the chat page
  rag-context --in ./docs "what is a tenant?"  ask a folder without adding it`

// run does what the arguments say and returns the exit code.
func run(ctx context.Context, arguments []string, env environment) int {
	a := &app{ctx: ctx, env: env, arguments: arguments}
	exited := -1
	parser, err := newParser(a, func(code int) {
		if exited < 0 {
			exited = code
		}
	})
	if err != nil {
		return a.report(err)
	}
	a.models = sync.OnceValues(func() (models, error) { return a.line.open(env.modelClient) })
	for _, command := range parser.Model.Children {
		a.commands = append(a.commands, command.Name)
	}
	kongcompletion.Register(parser, kongcompletion.WithPredictors(a.predictors()))
	if exited >= 0 {
		return exited
	}
	if len(arguments) == 0 {
		fmt.Fprintln(env.stderr, summary+"\n\nrag-context --help shows everything that can be typed.")
		return exitUsage
	}
	selected, err := parser.Parse(arguments)
	if exited >= 0 { // kong goes on after --help; its error then means nothing
		return exited
	}
	if err == nil && selected.Command() != "doctor" { // which tells of all of them
		err = a.settings.problem()
	}
	if err != nil {
		return a.report(usageError{err})
	}
	a.selected = selected
	if err := selected.Run(a); err != nil {
		return a.report(err)
	}
	return 0
}

// newParser makes the parser of the command line, with the settings below it.
func newParser(a *app, exit func(int)) (*kong.Kong, error) {
	a.settings = readSettings(a.env.folders.config)
	parser, err := kong.New(&a.line,
		kong.Name("rag-context"),
		kong.Description(description),
		kong.Writers(a.env.stdout, a.env.stderr),
		kong.Exit(exit),
		kong.Resolvers(a.settings),
		kong.DefaultEnvars("RAG_CONTEXT"),
		kong.ValueFormatter(func(value *kong.Value) string { return value.Help }),
		kong.Help(printHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		fieldVariables(),
	)
	if err != nil {
		return nil, fmt.Errorf("build command line: %w", err)
	}
	withoutEnvironment(parser.Model.Node)
	a.settings.check(parser.Model)
	return parser, nil
}

// modelCommands are those to which it matters what models there are.
var modelCommands = []string{"ask", "ui", "search", "add", "sync", "learn", "embed", "status", "serve", "eval", "doctor", "config"}

// printHelp leaves the models' flags out where they mean nothing.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	if command := ctx.Selected(); command != nil {
		for command.Parent.Type != kong.ApplicationNode {
			command = command.Parent
		}
		for _, flag := range ctx.Model.Flags {
			if flag.Name == "embedder" || flag.Name == "rerank" {
				flag.Hidden = !slices.Contains(modelCommands, command.Name)
			}
		}
	}
	return kong.DefaultHelpPrinter(options, ctx)
}

// withoutEnvironment takes the variables off flags that belong to one call.
func withoutEnvironment(node *kong.Node) {
	for _, flag := range node.Flags {
		if perCall(flag) {
			flag.Envs, flag.Tag.Envs = nil, nil
		}
	}
	for _, child := range node.Children {
		withoutEnvironment(child)
	}
}
