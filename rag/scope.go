package rag

import (
	"fmt"
	"slices"
)

// Scope is a tenant plus what may be done there: which collections may be
// seen and whether anything may be written. A scope can only be narrowed. The
// zero value is refused everywhere.
type Scope struct {
	tenant      Tenant
	limited     bool     // only collections are allowed; false: all of the tenant's
	collections []string // an empty list of a limited scope allows nothing
	write       bool
}

// ScopeOptions says how far a scope reaches. The zero value reads everything
// of the tenant and writes nothing.
type ScopeOptions struct {
	// Collections limits the scope to these. Nil is no limit; an empty list
	// that is not nil allows nothing.
	Collections []string
	// Write allows changing collections and their contents.
	Write bool
}

// NewScope returns a scope of that tenant; the zero tenant is
// [ErrInvalidTenant].
func NewScope(tenant Tenant, options ScopeOptions) (Scope, error) {
	if tenant.IsZero() {
		return Scope{}, fmt.Errorf("%w: no tenant named", ErrInvalidTenant)
	}
	return Scope{
		tenant:      tenant,
		limited:     options.Collections != nil,
		collections: slices.Clone(options.Collections),
		write:       options.Write,
	}, nil
}

// Tenant returns whose scope this is.
func (s Scope) Tenant() Tenant { return s.tenant }

// Collections returns the collections that the scope is limited to; nil where
// it is not.
func (s Scope) Collections() []string {
	if !s.limited {
		return nil
	}
	return append([]string{}, s.collections...)
}

// MayWrite reports whether the scope may change anything.
func (s Scope) MayWrite() bool { return s.write && !s.tenant.IsZero() }

// Allows reports whether the scope may see that collection.
func (s Scope) Allows(collection string) bool {
	if s.tenant.IsZero() {
		return false
	}
	return !s.limited || slices.Contains(s.collections, collection)
}

// Narrow returns the scope with its collections cut to those named that it
// already allowed. It never widens.
func (s Scope) Narrow(collections []string) Scope {
	narrowed := s
	narrowed.limited = true
	narrowed.collections = slices.DeleteFunc(slices.Clone(collections), func(name string) bool { return !s.Allows(name) })
	return narrowed
}

// ReadOnly returns the scope without the right to write.
func (s Scope) ReadOnly() Scope {
	s.write = false
	return s
}

// Key is equal for two scopes that reach equally far, and for no others. It
// is for telling scopes apart, not for people.
func (s Scope) Key() string {
	if !s.limited {
		return fmt.Sprintf("%s write=%t", s.tenant, s.write)
	}
	collections := slices.Clone(s.collections)
	slices.Sort(collections)
	return fmt.Sprintf("%s write=%t %q", s.tenant, s.write, slices.Compact(collections))
}
