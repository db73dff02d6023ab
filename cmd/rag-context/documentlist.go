package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"rag-context/rag"
)

// documentList is what commands that list documents have in common.
type documentList struct {
	Collection []string `short:"c" placeholder:"NAME" predictor:"collection" help:"${help_collection}"`
	In         []string `placeholder:"PATH" sep:"none" help:"List those of this folder without adding it; may be repeated."`
	Newest     bool     `help:"The last changed first, not by path."`
	Limit      int      `short:"n" placeholder:"N" once:"" help:"The most documents to list, 1 to 1000 (default all)."`
	Cursor     string   `placeholder:"CURSOR" help:"Go on after the documents before: next_cursor of that answer; all else as it was."`
	Format     string   `placeholder:"FORM" enum:"cli,json,ndjson,csv,tsv,md,files," default:"" help:"How to print: cli, json, ndjson, csv, tsv, md or files (default cli)."`
	JSON       bool     `help:"Print the documents as one JSON object."`

	terminator string // of lines
}

// run lists what the request asks for, all pages of it unless there is a limit.
func (c documentList) run(a *app, request rag.ListRequest) error {
	request.Collections, request.Cursor, request.Limit = c.Collection, c.Cursor, cmp.Or(c.Limit, rag.MaxBulkLimit)
	if c.Newest {
		request.Order = rag.OrderNewest
	}
	return querying{In: c.In}.withLibrary(a, func(library *rag.Library) error {
		var all rag.Listing
		for {
			page, err := rag.List(a.ctx, library, request)
			if err != nil {
				return err
			}
			page.Documents = append(all.Documents, page.Documents...)
			all = page
			if c.Limit > 0 || page.NextCursor == "" {
				break
			}
			request.Cursor = page.NextCursor
		}
		return c.show(a, all)
	})
}

func (c documentList) show(a *app, listing rag.Listing) error {
	if err := c.print(a.env.stdout, listing); err != nil {
		return err
	}
	if listing.NextCursor != "" {
		a.say("there are more documents: --cursor %s goes on after these", listing.NextCursor)
	}
	if len(listing.Documents) == 0 {
		return hinted{errNothingFound, "rag-context" + a.tenantFlag() + " ls lists the collections"}
	}
	return nil
}

func (c documentList) print(out io.Writer, listing rag.Listing) error {
	form := formOf(c.Format, c.JSON, false)
	if form == formJSON {
		return printJSONObject(out, listing)
	}
	var rows *rowWriter
	if form == formCSV || form == formTSV {
		rows = newRowWriter(out, form, "collection", "path", "title", "type", "language", "tags", "size", "modified", "id")
	}
	for _, d := range listing.Documents {
		place := visible(d.Collection + "/" + d.Path)
		var err error
		switch {
		case rows != nil:
			rows.write(d.Collection, d.Path, d.Title, d.Type, d.Language, strings.Join(d.Tags, " "), strconv.FormatInt(d.Size, 10), d.Modified.Format(time.RFC3339), d.ID)
		case form == formNDJSON:
			err = printJSONLine(out, d)
		case form == formMD:
			_, err = fmt.Fprintf(out, "- `%s` %s\n", place, visible(d.Title))
		default:
			_, err = io.WriteString(out, place+c.terminator)
		}
		if err != nil {
			return err
		}
	}
	return rows.end()
}
