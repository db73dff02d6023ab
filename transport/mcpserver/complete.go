package mcpserver

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

// mostCompletions is the protocol's bound of one answer.
const mostCompletions = 100

// complete offers names of collections and ids of documents that the scope has.
func (d *desk) complete(ctx context.Context, request *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	argument, ref := request.Params.Argument, request.Params.Ref
	values := []string{} // never null
	library, err := d.open(ctx)
	if err == nil && ref != nil {
		switch {
		case ref.Type == "ref/prompt" && ref.Name == askPrompt && argument.Name == "collection",
			ref.Type == "ref/resource" && strings.HasPrefix(ref.URI, collectionPrefix) && argument.Name == "name":
			values, err = completeCollection(ctx, library, argument.Value)
		case ref.Type == "ref/resource" && strings.HasPrefix(ref.URI, documentURI("")) && argument.Name == "id":
			values, err = completeDocument(ctx, library, argument.Value)
		}
	}
	if err != nil && !errors.Is(err, rag.ErrUnknownTenant) {
		return nil, unreadable("", err)
	}
	count(ctx, len(values))
	details := mcp.CompletionResultDetails{Values: values, Total: len(values)}
	if len(values) > mostCompletions {
		details = mcp.CompletionResultDetails{Values: values[:mostCompletions], HasMore: true}
	}
	return &mcp.CompleteResult{Completion: details}, nil
}

func completeCollection(ctx context.Context, library *rag.Library, typed string) ([]string, error) {
	values := []string{}
	states, err := library.Collections(ctx)
	for _, state := range states {
		if strings.HasPrefix(strings.ToLower(state.Name), strings.ToLower(typed)) {
			values = append(values, state.Name)
		}
	}
	return values, err
}

// completeDocument takes what is typed for the beginning of an id or a part of a
// title.
func completeDocument(ctx context.Context, library *rag.Library, typed string) ([]string, error) {
	values := []string{}
	byTitle, err := rag.List(ctx, library, rag.ListRequest{Filter: rag.Filter{Title: typed}, Order: rag.OrderNewest, Limit: mostCompletions + 1})
	for _, document := range byTitle.Documents {
		values = append(values, document.ID)
	}
	if err != nil || len(values) > 0 {
		return values, err
	}
	byID, err := rag.List(ctx, library, rag.ListRequest{Filter: rag.Filter{IDPrefix: typed}, Limit: mostCompletions + 1})
	for _, document := range byID.Documents {
		values = append(values, document.ID)
	}
	return values, err
}
