package rag

import (
	"errors"
	"time"
)

// ErrUnauthorized: a credential that is unknown, expired, revoked or forged.
// The cases are one answer on purpose.
var ErrUnauthorized = errors.New("the credential is not valid")

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
