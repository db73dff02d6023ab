//go:build !unix

package filetree

// nonBlocking has no meaning where folders hold no named pipes.
const nonBlocking = 0
