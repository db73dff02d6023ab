package pack_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"rag-context/pack"
	"rag-context/rag"
)

// manual is more than any budget of the tests holds.
func manual() []rag.Found {
	var passages []rag.Found
	for i := range 40 {
		var lines []string
		for j := range 12 {
			lines = append(lines, fmt.Sprintf("Step %d.%d: the operator runs job %d and watches the log.", i, j, i*j))
		}
		passages = append(passages, found(i+1, []string{keys, alerts}[i%2], i+1, 1+i*30, lines...))
	}
	return passages
}

// However far off the estimate is, few counts make a block that fits and is
// nearly full.
func TestFewCounts(t *testing.T) {
	const budget = 3000
	for name, count := range map[string]func(string) int{
		"lean":         func(text string) int { return utf8.RuneCountInString(text) / 5 },
		"as estimated": pack.EstimateTokens,
		"by character": utf8.RuneCountInString,
		"by word":      func(text string) int { return len(strings.Fields(text)) },
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			block, err := pack.Pack("How?", manual(), pack.Options{Marker: marker, Budget: budget, Count: func(text string) (int, error) {
				calls++
				return count(text), nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			full := block.Tokens > budget*3/4 || len(block.Receipt.LeftOut) == 0
			if calls > 3 || block.Tokens > budget || block.Tokens != count(block.Text) || !block.Receipt.Exact || !full {
				t.Errorf("%d counts, %d tokens in %d, exact: %t", calls, block.Tokens, budget, block.Receipt.Exact)
			}
			sum := 0
			for _, s := range block.Receipt.Sources {
				sum += s.Tokens
			}
			if sum > block.Tokens || sum < block.Tokens/2 {
				t.Errorf("the sources have %d of %d tokens", sum, block.Tokens)
			}
		})
	}
}

// A counter that stops in the middle of its work leaves an estimated block.
func TestCounterFails(t *testing.T) {
	for stop := range 6 {
		calls := 0
		block, err := pack.Pack("How?", manual(), pack.Options{Marker: marker, Budget: 900, Count: func(text string) (int, error) {
			if calls++; calls > stop {
				return 0, errors.New("gone")
			}
			return 100 * len(text), nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		if block.Receipt.Exact || block.Tokens != pack.EstimateTokens(block.Text) || block.Tokens > 900 {
			t.Errorf("after %d counts: exact: %t, %d tokens", stop, block.Receipt.Exact, block.Tokens)
		}
	}
}
