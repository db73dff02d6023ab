// Package oauth turns access tokens of an OAuth authorization server into
// grants: it checks that a JWT was signed by that server, for this one, and is
// still valid, and reads the tenant from a claim.
//
// It is a resource server's part only (RFC 9068, RFC 9728): it gives out no
// tokens and registers no clients.
package oauth
