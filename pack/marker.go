package pack

import (
	"encoding/base32"
	"fmt"
	"io"
	"strings"
)

// Bounds of a marker's length. Six base-32 digits are 30 bits: enough that a
// document written beforehand does not hold the marker, and about four tokens
// each of the two times that a source carries it.
const (
	minMarker = 6
	maxMarker = 32
)

// NewMarker makes a marker of lower-case letters and digits from random bytes,
// usually those of crypto/rand.Reader.
func NewMarker(random io.Reader) (string, error) {
	var seed [4]byte
	if _, err := io.ReadFull(random, seed[:]); err != nil {
		return "", fmt.Errorf("make marker: %w", err)
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(seed[:]))[:minMarker], nil
}

func validMarker(marker string) bool {
	if len(marker) < minMarker || len(marker) > maxMarker {
		return false
	}
	for _, r := range marker {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}
