package mcpserver

import (
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"rag-context/pack"
	"rag-context/rag"
)

// problem says what is wrong with a call, and what would be right. Of an error
// only its kind is told: its text may hold places of this machine.
func (t tool) problem(err error) string {
	if request, is := errors.AsType[*rag.RequestError](err); is {
		return fmt.Sprintf("%s. Fields of %s: %s. Example: %s", t.named(request), t.name, t.fieldNames(), t.example)
	}
	return explain(err)
}

// named spells a field as this door does.
func (t tool) named(err *rag.RequestError) string {
	for _, field := range t.fields {
		if field.Means(err.Field) {
			return (&rag.RequestError{Field: field.Name, Problem: err.Problem}).Error()
		}
	}
	return err.Error()
}

func (t tool) fieldNames() string {
	if len(t.fields) == 0 {
		return "none"
	}
	names := make([]string, len(t.fields))
	for i, field := range t.fields {
		names[i] = field.Name
		for _, required := range t.required {
			if required == field.Name {
				names[i] += " (required)"
			}
		}
	}
	return strings.Join(names, ", ")
}

// failure is the protocol's error for what did not work, through no fault of the
// request's form. Without a code of its own an error has 0, which is none.
func failure(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: message}
}

// explain says an error's kind and what helps.
func explain(err error) string {
	if small, is := errors.AsType[*pack.BudgetError](err); is {
		return fmt.Sprintf("budget is too small: this question and one passage take %d tokens", small.Need)
	}
	for _, row := range explanations {
		if errors.Is(err, row.kind) {
			return row.text
		}
	}
	return "this did not work; rag-context doctor, at the machine of the index, looks for the cause"
}

var explanations = []struct {
	kind error
	text string
}{
	{rag.ErrNotFound, "nothing of that name or id is here: search and list_documents give ids, status gives collections"},
	{rag.ErrUnknownTenant, "nothing is indexed yet: at the machine of the index, rag-context add FOLDER does that"},
	{rag.ErrModeUnavailable, "that mode is not set up here: leave mode out, or use lexical"},
	{pack.ErrNoPassages, "no passage was found: try other words, or fewer filters"},
	{rag.ErrForbidden, "this scope may only read"},
	{rag.ErrBusy, "the index is busy with another sync: try again later"},
	{rag.ErrReadOnly, "the index can't be written"},
	{rag.ErrGone, "the folder of a collection is not there now"},
	{rag.ErrNoSpace, "the disk of the index is full"},
	{rag.ErrCorrupt, "the index is damaged: rag-context doctor, at its machine, says what to do"},
	{rag.ErrNewerIndex, "the index is from a newer version of rag-context"},
}
