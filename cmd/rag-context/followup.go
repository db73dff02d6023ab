package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"rag-context/rag"
)

// followUpFlags go on from the last block.
type followUpFlags struct {
	More    bool     `help:"Pack the best passages that the last block did not hold; without a question, for the last one."`
	Also    []string `placeholder:"ID" sep:"none" help:"Pack this passage in any case: its id, or [N] of the last block; may be repeated."`
	Without []string `placeholder:"ID" sep:"none" help:"Leave this passage or document out: its id, or [N] of the last block; may be repeated."`
}

// followUp is a request as it goes on from the last block.
type followUp struct {
	request rag.Request
	in      []string // folders that are asked, absolute
	before  []string // ids of passages that earlier blocks held
}

// used reports whether anything of the last block is asked for.
func (f followUpFlags) used() bool { return f.More || len(f.Also)+len(f.Without) > 0 }

// followUp makes the request. A question, collections, folders and a filter that are not
// given are those of the last block, where there is a question to go on from.
func (c askCommand) followUp(a *app, question string) (askCommand, followUp, error) {
	var last kept
	if c.used() && (c.More || question == "" || slices.ContainsFunc(slices.Concat(c.Also, c.Without), isNumber)) {
		var err error
		if last, err = a.keptBlock(1); err != nil {
			return c, followUp{}, err
		}
	}
	if last.Block != "" && len(c.In)+len(c.Collection) == 0 {
		c.In, c.Collection = last.In, last.Collections
	}
	if question == "" {
		question = last.Question
	}
	request, err := c.request(a, question, c.Limit, false)
	if err != nil {
		return c, followUp{}, err
	}
	if last.Block != "" && request.Filter.IsZero() {
		request.Filter = last.Filter
	}
	asked := followUp{request: request}
	if err := asked.pick(c.followUpFlags, last); err != nil {
		return c, followUp{}, err
	}
	asked.in, err = locate(c.In)
	return c, asked, err
}

// about is the same with the question that was typed in the end.
func (f followUp) about(question string) followUp {
	f.request.Question = question
	return f
}

// pick puts into the request what the flags say, and has it checked.
func (f *followUp) pick(flags followUpFlags, last kept) (err error) {
	if f.request.Also, err = last.idsOf(flags.Also); err != nil {
		return err
	}
	if f.request.Without, err = last.idsOf(flags.Without); err != nil {
		return err
	}
	if flags.More {
		f.before = append(last.Before, last.passages()...)
		f.before = slices.DeleteFunc(f.before, func(id string) bool { return slices.Contains(f.request.Also, id) })
		f.request.Cursor = f.request.CursorPast(f.before)
	}
	f.request, err = f.request.WithDefaults()
	return err
}

// sourceNumber is how a source of a block is named: 2 or [2].
var sourceNumber = regexp.MustCompile(`^\[?([1-9][0-9]{0,3})\]?$`)

func isNumber(text string) bool { return sourceNumber.MatchString(text) }

// idsOf replaces numbers of the block's sources by the ids of their passages.
func (k kept) idsOf(names []string) ([]string, error) {
	var ids []string
	for _, name := range names {
		parts := sourceNumber.FindStringSubmatch(name)
		if parts == nil {
			ids = append(ids, name)
			continue
		}
		at, err := k.source(parts[1])
		if err != nil {
			return nil, err
		}
		ids = append(ids, k.Receipt.Sources[at].Passages...)
	}
	return ids, nil
}

// source returns where in the receipt's list the source of that number is.
func (k kept) source(number string) (int, error) {
	n, _ := strconv.Atoi(number) // digits, as the expression says
	if n < 1 || n > len(k.Receipt.Sources) {
		return 0, hinted{usageError{fmt.Errorf("the last block has sources [1] to [%d], not [%s]", len(k.Receipt.Sources), number)},
			"rag-context last --print shows them"}
	}
	return n - 1, nil
}
