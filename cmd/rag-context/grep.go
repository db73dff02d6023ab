package main

import (
	"bufio"
	"cmp"
	"errors"

	"rag-context/rag"
)

type grepCommand struct {
	Pattern string `arg:"" optional:"" help:"The text to look for, as it stands."`

	Regexp       string `short:"e" placeholder:"EXPR" help:"Look for what this regular expression (RE2) matches instead."`
	FixedStrings bool   `short:"F" help:"Take what -e says for a text as it stands, too."`
	IgnoreCase   bool   `short:"i" help:"Capitals don't matter."`
	WordRegexp   bool   `short:"w" help:"Match whole words only."`

	Count            bool `short:"c" help:"Print only how many lines match, for each document."`
	FilesWithMatches bool `short:"l" help:"Print only the places of the documents."`
	LineNumber       bool `short:"n" default:"true" negatable:"" help:"Print line numbers, which is the default."`
	AfterContext     int  `short:"A" placeholder:"N" help:"Print N lines after each match too."`
	BeforeContext    int  `short:"B" placeholder:"N" help:"Print N lines before each match too."`
	Context          int  `short:"C" placeholder:"N" help:"Print N lines on both sides of each match too."`
	MaxCount         int  `short:"m" placeholder:"N" help:"End each document after N lines that match."`

	Glob       string   `aliases:"path" placeholder:"GLOB" help:"${help_path}"`
	Type       string   `placeholder:"FORMAT" predictor:"type" help:"${help_type}"`
	Tag        []string `placeholder:"TAG" predictor:"tag" help:"${help_tag}"`
	Modified   string   `aliases:"since" placeholder:"TIME" predictor:"modified" help:"${help_modified}"`
	Collection []string `placeholder:"NAME" predictor:"collection" help:"${help_collection}"`
	In         []string `placeholder:"PATH" sep:"none" help:"Look in this folder or file without adding it; may be repeated."`
	NoSync     bool     `help:"Look in the index as it stands, without looking for changed files first."`

	Limit  int    `placeholder:"N" once:"" help:"The most documents to print, 1 to 1000 (default all)."`
	Cursor string `placeholder:"CURSOR" help:"Go on after the documents before: next_cursor of that answer; all else as it was."`
	Format string `placeholder:"FORM" enum:"cli,json,ndjson,csv,tsv,files,vimgrep," default:"" help:"How to print: cli, json, ndjson, csv, tsv, files or vimgrep (default cli)."`
	JSON   bool   `help:"Print all documents as one JSON object."`
}

// Help implements kong's HelpProvider.
func (grepCommand) Help() string {
	return `Examples:
  rag-context grep -i "clock drift"
  rag-context grep -e 'LG-[0-9]{4}' --glob '*.md' -C 2

It looks in the text that is indexed, line by line. Exit status: 0 lines match, 1 none does, 2 something went wrong.`
}

// Exit codes of grep, for all scripts that know them.
const (
	exitNoMatch   = 1
	exitGrepError = 2
)

// Run implements the command.
func (c grepCommand) Run(a *app) error {
	request, err := c.request()
	if err != nil {
		return exitStatus{exitGrepError, err}
	}
	matched := false
	err = querying{In: c.In, NoSync: c.NoSync}.withLibrary(a, func(library *rag.Library) error {
		matched, err = c.print(a, library, request)
		return err
	})
	switch {
	case err != nil:
		return exitStatus{exitGrepError, err}
	case !matched:
		return exitStatus{exitNoMatch, nil}
	}
	return nil
}

// print prints what matches, and reports whether anything does.
func (c grepCommand) print(a *app, library *rag.Library, request rag.GrepRequest) (matched bool, err error) {
	out := bufio.NewWriter(a.env.stdout)
	printer := newGrepPrinter(c, a, out)
	var last rag.Grepped
	documents, next := 0, ""
	for found, err := range rag.Grep(a.ctx, library, request) {
		if err == nil && documents > 0 && documents == c.Limit {
			next = request.CursorAfter(last)
			break
		}
		if err == nil {
			documents, last = documents+1, found
			err = cmp.Or(printer.document(found), out.Flush()) // who reads need not wait for the rest
		}
		if err != nil {
			return false, err
		}
	}
	if err := cmp.Or(printer.end(next), out.Flush()); err != nil {
		return false, err
	}
	if next != "" {
		a.say("more documents match: --cursor %s goes on after these", next)
	}
	return documents > 0, nil
}

func (c grepCommand) request() (rag.GrepRequest, error) {
	if (c.Pattern == "") == (c.Regexp == "") {
		return rag.GrepRequest{}, usageError{errors.New("grep takes one pattern: a text, or an expression after -e")}
	}
	if c.Limit != 0 {
		if err := rag.CheckLimit(c.Limit, true); err != nil {
			return rag.GrepRequest{}, err
		}
	}
	request := rag.GrepRequest{
		Pattern: cmp.Or(c.Regexp, c.Pattern), Regexp: c.Regexp != "" && !c.FixedStrings, Word: c.WordRegexp,
		Before: cmp.Or(c.BeforeContext, c.Context), After: cmp.Or(c.AfterContext, c.Context), MostPerDocument: c.MaxCount,
		Collections: c.Collection, Filter: rag.Filter{Path: c.Glob, Type: c.Type, Tags: c.Tag, Modified: c.Modified},
		Cursor: c.Cursor, NoSync: c.NoSync || len(c.In) > 0,
	}
	if c.form() == formFiles {
		request.MostPerDocument = 1
	}
	if c.IgnoreCase {
		request.Case = rag.CaseIgnore
	}
	return request, nil
}

// form is the form to print in.
func (c grepCommand) form() string {
	if c.FilesWithMatches && c.Format == "" && !c.JSON {
		return formFiles
	}
	return formOf(c.Format, c.JSON, false)
}

// grepResult is what --json prints, a contract like rag.Result.
type grepResult struct {
	Documents []rag.Grepped `json:"documents"`
	Matches   int           `json:"matches"` // lines that match, in all documents
	// NextCursor goes on after these documents; "" where no more match.
	NextCursor string `json:"next_cursor,omitempty"`
}
