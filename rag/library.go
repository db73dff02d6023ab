package rag

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"rag-context/rag/chunk"
)

// Library is one scope's view of its tenant's passages. It is bound to the
// scope when it is opened, before any door sees it, so that no argument of a
// request can reach another tenant. It is safe for concurrent use.
type Library struct {
	scope   Scope
	engine  Engine
	options LibraryOptions
	reader  Store

	writerMutex sync.Mutex
	writer      Store // opened when first needed; owned by the library
}

// LibraryOptions is what a library works with. The zero value can search what
// is stored, but neither sync nor check it.
type LibraryOptions struct {
	// OpenSource opens a collection's source; nil means that sources can't be
	// reached, so nothing is synced or checked.
	OpenSource SourceOpener
	// Extractor reads documents for sync. It must be set to sync.
	Extractor Extractor
	// Chunk sizes the passages made by sync.
	Chunk chunk.Options
	// Refresh bounds the work done before a question.
	Refresh RefreshOptions
	// Synonyms are words that mean the same to whoever asks.
	Synonyms Synonyms
	// Embedding says what gives passages vectors besides the model that is
	// learned.
	Embedding Embedding
	// Better takes Embedding's place in answers once nearly all passages have
	// its vectors, for one that takes long to make them.
	Better Embedding
	// Reranking says what judges the best passages once more.
	Reranking Reranking
	// Now is the clock; nil means [time.Now].
	Now func() time.Time
}

// OpenLibrary opens the scope's view of its tenant's store, for reading; what
// writes opens it again for that. A zero scope is [ErrInvalidTenant], a tenant
// that has no store [ErrUnknownTenant]; with create, which takes a scope that
// may write, the store is made instead.
func OpenLibrary(ctx context.Context, engine Engine, scope Scope, create bool, options LibraryOptions) (*Library, error) {
	library := &Library{scope: scope, engine: engine, options: options}
	if library.options.Now == nil {
		library.options.Now = time.Now
	}
	if create {
		if err := library.create(ctx); err != nil {
			return nil, err
		}
	}
	reader, err := engine.Open(ctx, scope.tenant, AccessRead)
	if err != nil {
		return nil, errors.Join(err, library.Close())
	}
	library.reader = reader
	if reader.Tenant() != scope.tenant { // an engine that mixes tenants up is not to be used
		return nil, errors.Join(fmt.Errorf("open library: %w", ErrUnknownTenant), library.Close())
	}
	return library, nil
}

func (l *Library) create(ctx context.Context) error {
	if !l.scope.MayWrite() {
		return fmt.Errorf("create index: %w", ErrForbidden)
	}
	writer, err := l.engine.Open(ctx, l.scope.tenant, AccessCreate)
	l.writer = writer
	return err
}

// Scope returns the scope the library is bound to.
func (l *Library) Scope() Scope { return l.scope }

// Close releases the library's stores.
func (l *Library) Close() error {
	var errs []error
	for _, store := range []Store{l.reader, l.writer} {
		if store != nil {
			errs = append(errs, store.Close())
		}
	}
	return errors.Join(errs...)
}

// write returns the store opened for writing.
func (l *Library) write(ctx context.Context) (Store, error) {
	if !l.scope.MayWrite() {
		return nil, ErrForbidden
	}
	l.writerMutex.Lock()
	defer l.writerMutex.Unlock()
	if l.writer == nil {
		writer, err := l.engine.Open(ctx, l.scope.tenant, AccessWrite)
		if err != nil {
			return nil, err
		}
		l.writer = writer
	}
	return l.writer, nil
}

// Collections returns the collections that the scope may see, by name.
func (l *Library) Collections(ctx context.Context) ([]CollectionState, error) {
	states, err := l.reader.Collections(ctx)
	return slices.DeleteFunc(states, func(state CollectionState) bool { return !l.scope.Allows(state.Name) }), err
}

// collections returns those of that name, all visible ones for no names; a
// name that is not visible is [ErrNotFound].
func (l *Library) collections(ctx context.Context, names []string) ([]CollectionState, error) {
	visible, err := l.Collections(ctx)
	if err != nil {
		return nil, err
	}
	return chosen(visible, names)
}

// chosen returns those of that name, all for no names; a name that is not among
// them is [ErrNotFound].
func chosen(visible []CollectionState, names []string) ([]CollectionState, error) {
	if len(names) == 0 {
		return visible, nil
	}
	for _, name := range names {
		if !slices.ContainsFunc(visible, func(state CollectionState) bool { return state.Name == name }) {
			return nil, notFound("collection", name)
		}
	}
	return slices.DeleteFunc(slices.Clone(visible), func(state CollectionState) bool { return !slices.Contains(names, state.Name) }), nil
}

// Add adds an empty collection; [Sync] fills it.
func (l *Library) Add(ctx context.Context, collection Collection) error {
	if !ValidCollectionName(collection.Name) {
		return &RequestError{Field: "name", Problem: fmt.Sprintf(
			"must be letters, digits, '.', '_' and '-' and start with a letter or digit, at most %d bytes, not %.80q", MaxCollectionName, collection.Name)}
	}
	if !l.scope.Allows(collection.Name) {
		return ErrForbidden
	}
	store, err := l.write(ctx)
	if err != nil {
		return err
	}
	return store.AddCollection(ctx, collection)
}

// Remove removes a collection from the index; the source keeps its documents.
func (l *Library) Remove(ctx context.Context, name string) error {
	if !l.scope.Allows(name) {
		return notFound("collection", name)
	}
	store, err := l.write(ctx)
	if err != nil {
		return err
	}
	return store.RemoveCollection(ctx, name)
}

// Skipped returns the items of a collection that are no documents, and why.
func (l *Library) Skipped(ctx context.Context, collection string) ([]Entry, error) {
	if !l.scope.Allows(collection) {
		return nil, notFound("collection", collection)
	}
	entries, err := l.reader.Entries(ctx, collection)
	return slices.DeleteFunc(entries, func(entry Entry) bool { return entry.Skip == "" }), err
}
