package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rag-context/rag"
)

type findCommand struct {
	Pattern string `arg:"" optional:"" help:"A regular expression (RE2) that the name holds; capitals matter if it has any."`

	Glob          bool     `short:"g" help:"Take the pattern for a glob, which the whole name must be."`
	FullPath      bool     `short:"p" help:"Hold the pattern against the whole path."`
	IgnoreCase    bool     `short:"i" help:"Capitals don't matter."`
	Extension     []string `short:"e" placeholder:"EXT" help:"Only names that end so; may be repeated."`
	Type          string   `short:"t" placeholder:"FORMAT" predictor:"type" help:"${help_type}"`
	Tag           []string `placeholder:"TAG" predictor:"tag" help:"${help_tag}"`
	Title         string   `placeholder:"TEXT" predictor:"title" help:"${help_title}"`
	ChangedWithin string   `aliases:"modified,since" placeholder:"TIME" predictor:"modified" help:"${help_modified}"`
	Size          string   `short:"S" placeholder:"SIZE" help:"Only documents of at least (+10k), at most (--size=-1M) or just (512b) that size."`
	Print0        bool     `short:"0" help:"End each line with a NUL, for xargs -0."`

	documentList
}

// Help implements kong's HelpProvider.
func (findCommand) Help() string {
	return `Examples:
  rag-context find backup
  rag-context find -e md --changed-within 7d
  rag-context find -g '*keys*' --format csv

It lists documents as they were at the last sync.`
}

// Run implements the command.
func (c findCommand) Run(a *app) error {
	least, most, err := sizes(c.Size)
	if err != nil {
		return err
	}
	request := rag.ListRequest{
		Filter: rag.Filter{Tags: c.Tag, Type: c.Type, Title: c.Title, Modified: c.ChangedWithin},
		Name:   rag.NameFilter{Pattern: c.Pattern, Glob: c.Glob, FullPath: c.FullPath, Extensions: c.Extension, MinSize: least, MaxSize: most},
	}
	if c.IgnoreCase {
		request.Name.Case = rag.CaseIgnore
	}
	c.terminator = "\n"
	if c.Print0 {
		c.terminator = "\x00"
	}
	return c.run(a, request)
}

var sizeText = regexp.MustCompile(`^([+-]?)(\d{1,12})([bkmgKMG]?)i?[bB]?$`)

// sizes reads a size as fd has it; k, M and G are thousands.
func sizes(text string) (least, most int64, err error) {
	if text == "" {
		return 0, 0, nil
	}
	parts := sizeText.FindStringSubmatch(text)
	if parts == nil {
		return 0, 0, usageError{fmt.Errorf("--size must be like +10k, -1M or 512b, not %.40q", text)}
	}
	size, _ := strconv.ParseInt(parts[2], 10, 64) // digits, as the expression says
	switch strings.ToLower(parts[3]) {
	case "k":
		size *= 1000
	case "m":
		size *= 1000 * 1000
	case "g":
		size *= 1000 * 1000 * 1000
	}
	switch parts[1] {
	case "+":
		return size, 0, nil
	case "-":
		return 0, max(size, 1), nil
	}
	return size, max(size, 1), nil
}

type lsCommand struct {
	Place string `arg:"" optional:"" name:"collection/folder" help:"The collection, or a folder in one, to list the documents of (default: the collections)."`

	documentList
}

// Help implements kong's HelpProvider.
func (lsCommand) Help() string {
	return `Examples:
  rag-context ls
  rag-context ls notes/runbooks --newest`
}

// Run implements the command.
func (c lsCommand) Run(a *app) error {
	name, folder, _ := strings.Cut(strings.Trim(c.Place, "/"), "/")
	if name != "" {
		c.Collection = append(c.Collection, name)
	}
	c.terminator = "\n"
	if name == "" && formOf(c.Format, c.JSON, false) == formCLI {
		return querying{In: c.In}.withLibrary(a, func(library *rag.Library) error { return printCollections(a, library) })
	}
	return c.run(a, rag.ListRequest{Filter: rag.Filter{Path: folder}})
}

func printCollections(a *app, library *rag.Library) error {
	states, err := library.Collections(a.ctx)
	if err != nil {
		return err
	}
	for _, state := range states {
		if _, err := fmt.Fprintf(a.env.stdout, "%s/\t%s\n", state.Name, count(state.Documents, "document")); err != nil {
			return err
		}
	}
	return nil
}

type tagsCommand struct {
	Collection []string `short:"c" placeholder:"NAME" predictor:"collection" help:"${help_collection}"`
	In         []string `placeholder:"PATH" sep:"none" help:"List those of this folder without adding it; may be repeated."`
	Format     string   `placeholder:"FORM" enum:"cli,json,ndjson,csv,tsv," default:"" help:"How to print: cli, json, ndjson, csv or tsv (default cli)."`
	JSON       bool     `help:"Print the tags as one JSON object."`
}

// Help implements kong's HelpProvider.
func (tagsCommand) Help() string {
	return `Examples:
  rag-context tags
  rag-context tags -c notes --format csv`
}

// tagList is what tags --json prints, a contract like rag.Result.
type tagList struct {
	Tags []rag.TagCount `json:"tags"`
}

// Run implements the command.
func (c tagsCommand) Run(a *app) error {
	return querying{In: c.In}.withLibrary(a, func(library *rag.Library) error {
		tags, err := library.Tags(a.ctx, c.Collection)
		if err != nil {
			return err
		}
		form := formOf(c.Format, c.JSON, false)
		if form == formJSON {
			return a.printJSON(tagList{tags})
		}
		return printTags(a, form, tags)
	})
}

func printTags(a *app, form string, tags []rag.TagCount) error {
	var rows *rowWriter
	if form == formCSV || form == formTSV {
		rows = newRowWriter(a.env.stdout, form, "tag", "documents")
	}
	for _, tag := range tags {
		var err error
		switch {
		case rows != nil:
			rows.write(tag.Tag, strconv.Itoa(tag.Documents))
		case form == formNDJSON:
			err = printJSONLine(a.env.stdout, tag)
		default:
			_, err = fmt.Fprintf(a.env.stdout, "%6d  %s\n", tag.Documents, visible(tag.Tag))
		}
		if err != nil {
			return err
		}
	}
	return rows.end()
}
