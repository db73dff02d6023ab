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
		"4096, counted template":     {pack.Sizing{Window: 4096, Template: 11}, 4096 - 1024 - 11},
		"4096, huge template":        {pack.Sizing{Window: 4096, Template: 5000}, 2048},
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
		template := rapid.IntRange(1, 256).Draw(t, "template")
		if got := (pack.Sizing{Window: window, Template: template}).Budget(); got+template+max(pack.MinReserve, window/4) > window {
			t.Fatalf("%d tokens of a window of %d", got, window)
		}
	})
}

// Templates of most families are short, those of some hold a system message.
func TestTemplateFor(t *testing.T) {
	for model, want := range map[string]int{"": 256, "Qwen3-8B-Q4_K_M.gguf": 256, "mistral-small3.2:24b": 768} {
		if got := pack.TemplateFor(model); got != want {
			t.Errorf("%q: %d tokens, want %d", model, got, want)
		}
		if got := (pack.Sizing{Window: 8192, Template: pack.TemplateFor(model)}).Budget(); got != 8192-2048-want {
			t.Errorf("%q: blocks of %d tokens", model, got)
		}
	}
}
