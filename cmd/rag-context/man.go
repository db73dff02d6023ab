package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"rag-context/rag"
	"rag-context/rag/querylang"
)

type manCommand struct{}

// Help implements kong's HelpProvider.
func (manCommand) Help() string {
	return `Examples:
  rag-context man > rag-context.1 && man ./rag-context.1
  rag-context man > ~/.local/share/man/man1/rag-context.1`
}

// Run implements the command.
func (manCommand) Run(a *app) error {
	_, err := io.WriteString(a.env.stdout, manualPage(a.selected.Model))
	return err
}

// manual is a page in the language of man(7).
type manual struct {
	strings.Builder
	headed bool // nothing stands under the last heading yet
}

// manualPage describes the program as the command line and the registry of
// request fields have it.
func manualPage(application *kong.Application) string {
	m := new(manual)
	m.WriteString(".TH RAG-CONTEXT 1\n")
	m.section("NAME")
	m.text("rag-context - cited passages from your own files for a local LLM")
	m.section("SYNOPSIS")
	m.text("rag-context [FLAGS] QUESTION")
	m.text("rag-context COMMAND [ARGUMENTS]")
	m.section("DESCRIPTION")
	m.example(description)
	m.section("QUERIES")
	m.text(queryManual)
	for _, field := range rag.QueryFields() {
		m.item(field.Inline+":", fieldManual(field))
	}
	m.section("OPTIONS")
	m.text("Every command takes these.")
	m.flags(application.Node)
	m.section("COMMANDS")
	for _, node := range application.Leaves(true) {
		m.command(node)
	}
	m.section("FILES")
	m.text("rag-context config prints where the settings are. Each is the name of a flag; in the environment RAG_CONTEXT_ stands before it.")
	return m.String()
}

// queryManual says what a query can be made of.
const queryManual = `Words are looked for by stem, and none is required. "Words in quotes" must stand there as they are.
-word leaves passages with it out, a OR b asks for one of both, parentheses group; a field narrows the search to some documents.
What is none of this is a word: any text is a query.`

// fieldManual is what there is to know of a field of queries.
func fieldManual(field rag.Field) string {
	text := flagHelp(field)
	if examples := fieldExamples(field); len(examples) > 0 {
		text += " For example " + strings.Join(examples, ", ") + "."
	}
	return text
}

// fieldExamples are a field's examples as a query has them.
func fieldExamples(field rag.Field) []string {
	var examples []string
	for _, value := range field.Examples {
		examples = append(examples, querylang.Node{Kind: querylang.Field, Name: field.Inline, Text: value}.Format())
	}
	return examples
}

func (m *manual) command(node *kong.Node) {
	m.heading(".SS " + roff(node.Path()))
	m.text(node.Help)
	m.flags(node)
	if node.Detail != "" {
		m.example(node.Detail)
	}
}

func (m *manual) flags(node *kong.Node) {
	for _, flag := range node.Flags {
		if !flag.Hidden && flag.Name != "help" {
			m.item(flag.String(), flag.Help)
		}
	}
}

func (m *manual) section(title string) { m.heading(".SH " + title) }

func (m *manual) heading(line string) {
	fmt.Fprintln(m, line)
	m.headed = true
}

// paragraph begins one; a heading has done so already.
func (m *manual) paragraph() {
	if !m.headed {
		fmt.Fprintln(m, ".PP")
	}
	m.headed = false
}

func (m *manual) text(text string) {
	m.paragraph()
	fmt.Fprintln(m, roff(text))
}

func (m *manual) item(name, text string) {
	m.headed = false
	fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", roff(name), roff(text))
}

// example shows a text with its lines as they are.
func (m *manual) example(text string) {
	m.paragraph()
	fmt.Fprintf(m, ".nf\n%s\n.fi\n", roff(text))
}

// roff escapes what roff would take for its own: backslashes, dashes, and lines
// that start like a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
