package fuse

import (
	"cmp"
	"slices"
)

// List is what one way of searching found.
type List struct {
	Weight float64
	Scores map[string]float64 // by name; what is missing scores 0
}

// Fused is an item of the fused ranking. Parts are what each list contributes
// and add up to Score.
type Fused struct {
	Name  string
	Score float64
	Parts []float64 // in the order of the lists
}

// Convex adds up the lists' scores, each divided by its list's best and times
// the list's weight, and returns the items best first, equal ones by name.
// Negative scores count as 0. Against rank fusion it keeps how much better the
// best are (Bruch, Gai, Ingber: "An Analysis of Fusion Functions for Hybrid
// Retrieval", ACM TOIS 2023).
func Convex(lists ...List) []Fused {
	items := map[string]*Fused{}
	for i, list := range lists {
		best := 0.0
		for _, score := range list.Scores {
			best = max(best, score)
		}
		for name, score := range list.Scores {
			item := items[name]
			if item == nil {
				item = &Fused{Name: name, Parts: make([]float64, len(lists))}
				items[name] = item
			}
			if best > 0 && score > 0 {
				item.Parts[i] = list.Weight * score / best
			}
		}
	}
	fused := make([]Fused, 0, len(items))
	for _, item := range items {
		for _, part := range item.Parts {
			item.Score += part
		}
		fused = append(fused, *item)
	}
	slices.SortFunc(fused, func(a, b Fused) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name))
	})
	return fused
}
