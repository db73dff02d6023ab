package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// candidateBound is how many passages a match may score: a number, or a share of
// those there are, so that a small collection can be asked as if it were a part
// of a large one. The zero value is the engine's own.
type candidateBound struct {
	number int
	share  float64
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (b *candidateBound) UnmarshalText(text []byte) error {
	percent, isShare := strings.CutSuffix(string(text), "%")
	if isShare {
		share, err := strconv.ParseFloat(percent, 64)
		if err == nil && share > 0 && share <= 100 {
			*b = candidateBound{share: share / 100}
			return nil
		}
	} else if number, err := strconv.Atoi(percent); err == nil && number > 0 {
		*b = candidateBound{number: number}
		return nil
	}
	return fmt.Errorf("%q must be a number of passages, like 60000, or a share of them, like 6%%", text)
}

// of is the bound where there are so many passages.
func (b candidateBound) of(passages int) int {
	if b.share > 0 {
		return max(1, int(math.Round(b.share*float64(passages))))
	}
	return b.number
}
