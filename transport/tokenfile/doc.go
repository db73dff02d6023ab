// Package tokenfile keeps the bearer tokens of the HTTP door in one JSON file,
// hashed: whoever reads the file can't use what is in it.
//
// A token is 256 random bits, so that one round of SHA-256 protects it as well
// as a slow hash would. It is shown once, when it is made. The file is the
// user's alone; several processes may change it at once.
//
// The package knows nothing of HTTP: it turns a token into a [rag.Grant].
package tokenfile
