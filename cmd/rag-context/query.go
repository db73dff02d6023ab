package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"rag-context/rag"
	"rag-context/rag/querylang"
)

type queryCommand struct {
	Fields  queryFieldsCommand  `cmd:"" help:"List everything that a request can say."`
	Explain queryExplainCommand `cmd:"" help:"Say how a query is understood, without carrying it out."`
}

// fieldList is what query fields --json prints, a contract like rag.Result.
type fieldList struct {
	Fields []rag.Field `json:"fields"`
}

type queryFieldsCommand struct {
	JSON bool `help:"Print the fields as one JSON object."`
}

// Help implements kong's HelpProvider.
func (queryFieldsCommand) Help() string {
	return `Examples:
  rag-context query fields
  rag-context query fields --json

A field with a ":" can be in the query itself (tag:security), the others are
flags, or arguments of MCP tools.`
}

// Run implements the command.
func (c queryFieldsCommand) Run(a *app) error {
	if c.JSON {
		return a.printJSON(fieldList{rag.RequestFields()})
	}
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	for _, field := range rag.RequestFields() {
		name := field.Name
		if field.Inline != "" {
			name = field.Inline + ":"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", name, field.Kind, field.Stage, flagHelp(field))
	}
	return table.Flush()
}

type queryExplainCommand struct {
	Question []string `arg:"" help:"The query; put it in single quotes. - reads it from standard input."`

	querying
	JSON bool `help:"Print the plan as one JSON object."`
}

// Help implements kong's HelpProvider.
func (queryExplainCommand) Help() string {
	return `Examples:
  rag-context query explain '"signing keys" -ssh modified:30d'
  rag-context query explain --json 'tag:security OR path:runbooks/**'

It reads no document: what is told of passages is estimated from the index.`
}

// Run implements the command.
func (c queryExplainCommand) Run(a *app) error {
	question, err := a.question(c.Question)
	if err != nil {
		return err
	}
	request, err := c.request(a, question, rag.DefaultLimit, false)
	if err != nil {
		return err
	}
	return c.withLibrary(a, func(library *rag.Library) error {
		plan, err := rag.PlanQuery(a.ctx, library, request)
		if err != nil {
			return err
		}
		if c.JSON {
			return a.printJSON(plan)
		}
		return showPlan(a.env.stdout, plan)
	})
}

func showPlan(out io.Writer, plan rag.QueryPlan) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, arguments ...any) {
		fmt.Fprintf(table, "%s\t%s\n", name, visible(fmt.Sprintf(format, arguments...)))
	}
	line("query", "%s", plan.Query)
	showTree(plan.Tree, 0, func(text string) { line("", "%s", text) })
	ranked := plan.RankedBy
	if ranked == "" {
		ranked = "time of change, the last first"
	}
	line("ranked by", "%s", ranked)
	line("effort", "%s", plan.Effort)
	for _, part := range plan.Parts {
		line("prunes "+part.Prunes.String(), "%s", partLine(part))
	}
	line("engine", "%s, in %s", plan.Engine.Mode, strings.Join(plan.Engine.Collections, ", "))
	for _, word := range plan.Engine.AnyOf {
		line("  any of", "%s", formsLine(word))
	}
	for _, word := range plan.Engine.AllOf {
		line("  all of", "%s", formsLine(word))
	}
	e := plan.Estimate
	line("about", "%d of %d collections, %d of %d documents", e.Collections[0], e.Collections[1], e.Documents[0], e.Documents[1])
	if e.Passages != nil {
		line("", "at most %d of %d passages (%.1f %%)", e.Passages[0], e.Passages[1], 100*(*e.Selectivity))
	}
	for _, diagnostic := range plan.Diagnostics {
		line("remark", "%s", diagnostic.Message)
	}
	return table.Flush()
}

// showTree shows what a query is made of, a line for each part.
func showTree(node querylang.Node, depth int, line func(string)) {
	text := string(node.Kind)
	switch node.Kind {
	case querylang.Word, querylang.Phrase:
		text += " " + node.Text
	case querylang.Field:
		text += " " + node.Name + " = " + node.Text
	}
	line(strings.Repeat("  ", depth) + text)
	for _, part := range node.Parts {
		showTree(part, depth+1, line)
	}
}

func partLine(part rag.PlannedPart) string {
	text := part.Part
	if part.Negated {
		text = "not " + text
	}
	if part.Fulfilling == nil {
		return text
	}
	things := map[rag.PruneStage]string{rag.PruneSource: "collections", rag.PruneDocument: "documents", rag.PrunePassage: "passages at most"}
	return fmt.Sprintf("%s (%d of %d %s)", text, *part.Fulfilling, *part.Of, things[part.Prunes])
}

func formsLine(word rag.ExplainedWord) string {
	forms := make([]string, len(word.Forms))
	for i, form := range word.Forms {
		forms[i] = form
		if i < len(word.Passages) {
			forms[i] += fmt.Sprintf(" (%d)", word.Passages[i])
		}
	}
	return strings.Join(forms, ", ")
}
