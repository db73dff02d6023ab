package rag

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"
)

// documentIDLength is in characters of 5 bits: among a million documents two
// meet with a chance of 1 in 2 million, and then only at one tenant.
const documentIDLength = 12

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// collectionID names a collection for programs that keep what they know of it.
func collectionID(name string) string {
	sum := sha256.Sum256([]byte("collection\x00" + name))
	return idEncoding.EncodeToString(sum[:])[:documentIDLength]
}

// newDocumentID makes the id of a document first seen at path. It is made of
// the place, so that an index made anew has the same ids. A document that was
// renamed keeps its id; taken makes its old place give another one.
func newDocumentID(collection, path string, taken func(id string) bool) string {
	for attempt := 0; ; attempt++ {
		sum := sha256.Sum256([]byte(collection + "\x00" + path + "\x00" + strconv.Itoa(attempt)))
		if id := idEncoding.EncodeToString(sum[:])[:documentIDLength]; !taken(id) {
			return id
		}
	}
}

func isDocumentID(text string) bool {
	return len(text) == documentIDLength && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
