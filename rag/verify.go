package rag

import "context"

// Verifier is a [Store] that can look for damage in itself.
type Verifier interface {
	// Verify reads through what is stored; damage is [ErrCorrupt]. It may take
	// long, and ends with ctx.
	Verify(ctx context.Context) error
}

// Verify looks for damage in the tenant's store; damage is [ErrCorrupt]. A store
// that can't tell is taken to be sound.
func (l *Library) Verify(ctx context.Context) error {
	if verifier, can := l.reader.(Verifier); can {
		return verifier.Verify(ctx)
	}
	return nil
}
