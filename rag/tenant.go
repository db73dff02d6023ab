package rag

import "fmt"

// Tenant says whose documents are meant. Its only field is private, so a
// Tenant can come from [ParseTenant] alone; the zero value names nobody and is
// refused everywhere.
type Tenant struct{ name string }

// DefaultTenant is the name used when a person names no tenant.
const DefaultTenant = "default"

// MaxTenantName is the longest tenant name, in bytes.
const MaxTenantName = 63

// ParseTenant returns the tenant of that name. A name is 1 to [MaxTenantName]
// lower-case ASCII letters, digits, "-" and "_", and starts with a letter or
// digit, so that it is a file name on every system and the same one where
// file names ignore case. Any other name is [ErrInvalidTenant].
func ParseTenant(name string) (Tenant, error) {
	if !validTenantName(name) {
		return Tenant{}, fmt.Errorf("%w: %.80q", ErrInvalidTenant, name)
	}
	return Tenant{name: name}, nil
}

// String returns the tenant's name; "" for the zero value.
func (t Tenant) String() string { return t.name }

// IsZero reports whether t names nobody.
func (t Tenant) IsZero() bool { return t.name == "" }

func validTenantName(name string) bool {
	if name == "" || len(name) > MaxTenantName {
		return false
	}
	for i, c := range []byte(name) {
		alphanumeric := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if !alphanumeric && (i == 0 || c != '-' && c != '_') {
			return false
		}
	}
	return true
}
