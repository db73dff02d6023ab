package rag

import "time"

// Grant is what a credential that was checked gives to whoever holds it.
type Grant struct {
	// ID names the credential in logs and binds sessions to it. It is no
	// secret, and no two credentials that are valid have the same.
	ID string
	// Scope is what its holder may see and do.
	Scope Scope
	// Expires is when it ends; zero is never.
	Expires time.Time
}
