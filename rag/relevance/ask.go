package relevance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"rag-context/rag"
)

// AskOptions says how queries are asked. The zero value works.
type AskOptions struct {
	Mode        rag.Mode // "" means rag's default
	Collections []string // empty means all of the library's scope
	// Depth is how many documents a ranking shall hold; 0 means 100. It is
	// reached on average: a query whose best documents match with many
	// passages each may find fewer.
	Depth int
	// Name names the document of a passage; nil means [Place].
	Name func(rag.Found) string
	// Each, unless nil, is called after each query.
	Each func()
}

// Ask asks every query of the library as it stands, with rag.Query, and returns
// the documents found. A query that is no valid question (empty, too long)
// finds nothing, as it would at any door.
func Ask(ctx context.Context, library *rag.Library, queries []Query, options AskOptions) (Run, error) {
	if options.Name == nil {
		options.Name = Place
	}
	request, err := bulkRequest(ctx, library, options)
	if err != nil {
		return nil, err
	}
	run := make(Run, len(queries))
	for _, query := range queries {
		request.Question = query.Text
		result, err := rag.Query(ctx, library, request)
		if problem, bad := errors.AsType[*rag.RequestError](err); bad && problem.Field == "question" {
			err = nil
		}
		if err != nil {
			return nil, fmt.Errorf("ask query %.80q: %w", query.ID, err)
		}
		run[query.ID] = Documents(result.Passages, options.Name)
		if options.Each != nil {
			options.Each()
		}
	}
	return run, nil
}

// bulkRequest asks for as many passages as documents of average length have.
func bulkRequest(ctx context.Context, library *rag.Library, options AskOptions) (rag.Request, error) {
	states, err := library.Collections(ctx)
	documents, passages := 0, 0
	for _, state := range states {
		if len(options.Collections) == 0 || slices.Contains(options.Collections, state.Name) {
			documents += state.Documents
			passages += state.Passages
		}
	}
	each := max(1, (passages+documents-1)/max(1, documents))
	return rag.Request{
		Mode:        options.Mode,
		Collections: options.Collections,
		Limit:       min(cmp.Or(options.Depth, 100)*each, rag.MaxBulkLimit),
		Bulk:        true,
		NoSync:      true,
		Literal:     true, // judged questions are words
	}, err
}

// Documents returns the documents of passages that are ranked best first: each
// once, where its best passage stands.
func Documents(passages []rag.Found, name func(rag.Found) string) []string {
	documents := make([]string, 0, len(passages))
	seen := make(map[string]bool, len(passages))
	for _, passage := range passages {
		if document := name(passage); !seen[document] {
			seen[document] = true
			documents = append(documents, document)
		}
	}
	return documents
}

// Place names a document by its collection and path: "notes/backup.md".
func Place(passage rag.Found) string { return passage.Collection + "/" + passage.Path }

// CorpusID names a document of a [Corpus] by its id there.
func CorpusID(passage rag.Found) string {
	id, _ := DocumentID(passage.Path)
	return id
}

// Modes returns the modes that the library really answers in. One that takes
// the place of another ("hybrid" where there are words only) is not among them.
func Modes(ctx context.Context, library *rag.Library) ([]rag.Mode, error) {
	var modes []rag.Mode
	for _, mode := range []rag.Mode{rag.ModeLexical, rag.ModeVector, rag.ModeHybrid} {
		result, err := rag.Query(ctx, library, rag.Request{Question: "mode", Mode: mode, Limit: 1, NoSync: true})
		switch {
		case errors.Is(err, rag.ErrModeUnavailable):
		case err != nil:
			return nil, err
		case result.Mode == mode:
			modes = append(modes, mode)
		}
	}
	return modes, nil
}
