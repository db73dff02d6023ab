package rag

import (
	"errors"
	"fmt"
)

// Sentinels of the domain. Adapters translate their own failures into these at
// their edge; doors turn them into hints, exit codes and protocol errors.
var (
	// ErrInvalidTenant: a name that can't be a tenant's, or the zero Tenant.
	ErrInvalidTenant = errors.New("invalid tenant name")
	// ErrUnknownTenant: a valid name under which nothing was ever stored.
	ErrUnknownTenant = errors.New("unknown tenant")
	// ErrInvalidRequest: a request out of its bounds; see [RequestError].
	ErrInvalidRequest = errors.New("invalid request")
	// ErrNotFound: no such collection, document or passage, or not in this
	// scope. The two are one answer on purpose.
	ErrNotFound = errors.New("not found")
	// ErrExists: a collection of that name is already there.
	ErrExists = errors.New("already exists")
	// ErrGone: a source no longer has the item, or the whole place is missing.
	ErrGone = errors.New("gone")
	// ErrUnauthorized: a credential that is unknown, expired, revoked or forged.
	// The cases are one answer on purpose.
	ErrUnauthorized = errors.New("the credential is not valid")
	// ErrForbidden: the scope may not write.
	ErrForbidden = errors.New("this scope may only read")
	// ErrBusy: another process holds the index for longer than we wait.
	ErrBusy = errors.New("index is busy")
	// ErrReadOnly: the index can't be written here.
	ErrReadOnly = errors.New("index is read-only")
	// ErrCorrupt: the index is damaged or is no index at all.
	ErrCorrupt = errors.New("index is damaged")
	// ErrNoSpace: the disk is full.
	ErrNoSpace = errors.New("the disk is full")
	// ErrNewerIndex: the index was written by a newer version of the program.
	ErrNewerIndex = errors.New("index is from a newer version")
	// ErrModeUnavailable: a retrieval mode that needs what is not set up.
	ErrModeUnavailable = errors.New("mode is not available")
	// ErrEmbedderUnavailable: the model that gives texts vectors does not answer.
	ErrEmbedderUnavailable = errors.New("embedding model is not available")
	// ErrModelChanged: the embedding model gives vectors of other dimensions than
	// those there are: it has become another under the same name. [Learn] begins
	// anew with it.
	ErrModelChanged = errors.New("the embedding model is another one than before")
	// ErrModelReplaced: another process has begun anew with another model, while
	// passages got their vectors.
	ErrModelReplaced = errors.New("another model has taken its place meanwhile")
	// ErrRerankerUnavailable: the model that judges passages does not answer.
	ErrRerankerUnavailable = errors.New("reranker is not available")
)

// RequestError says which field of a request is out of bounds and which bounds
// hold. It is an [ErrInvalidRequest].
type RequestError struct {
	Field   string // as spelled in JSON and flags: "limit"
	Problem string // "must be 1 to 50, not 51"
}

// Error implements error.
func (e *RequestError) Error() string { return e.Field + " " + e.Problem }

// Is makes errors.Is(err, ErrInvalidRequest) hold.
func (e *RequestError) Is(target error) bool { return target == ErrInvalidRequest }

// SkipError is an [Extractor]'s or a [Source]'s word that an item is no
// document: sync counts it and goes on.
type SkipError struct{ Reason string }

// Error implements error.
func (e *SkipError) Error() string { return "skipped: " + e.Reason }

func notFound(what, name string) error {
	return fmt.Errorf("%s %.80q: %w", what, name, ErrNotFound)
}
