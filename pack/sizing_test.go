package pack_test

import (
	"testing"

	"pgregory.net/rapid"

	"rag-context/pack"
)

func TestSizing(t *testing.T) {
	tests := map[string]struct {
		sizing pack.Sizing
		want   int
	}{
		"unknown":                    {pack.Sizing{}, pack.DefaultBudget},
		"unknown, small blocks":      {pack.Sizing{MaxBlock: 1000}, 1000},
		"4096":                       {pack.Sizing{Window: 4096}, 4096 - 1024 - 256},
		"8192":                       {pack.Sizing{Window: 8192}, 8192 - 2048 - 256},
		"131072":                     {pack.Sizing{Window: 131072}, pack.DefaultMaxBlock},
		"131072, large blocks":       {pack.Sizing{Window: 131072, MaxBlock: 50000}, 50000},
		"131072, no room for blocks": {pack.Sizing{Window: 131072, Reserve: 130000}, 131072 - 130000 - 256},
		"8192, long answers":         {pack.Sizing{Window: 8192, Reserve: 6000}, 8192 - 6000 - 256},
		"8192, too long answers":     {pack.Sizing{Window: 8192, Reserve: 9000}, 1},
		"512":                        {pack.Sizing{Window: 512}, 256},
		"1":                          {pack.Sizing{Window: 1}, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := tt.sizing.Budget(); got != tt.want {
				t.Errorf("%d tokens, want %d", got, tt.want)
			}
		})
	}
}

// A block, what the page adds and the answer's share fit the window together.
func TestSizingFitsTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.IntRange(2304, 1<<20).Draw(t, "window")
		if got := (pack.Sizing{Window: window}).Budget(); got+max(pack.MinReserve, window/4) > window {
			t.Fatalf("%d tokens of a window of %d", got, window)
		}
	})
}
