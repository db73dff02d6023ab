package lsa_test

import (
	"math"
	"slices"
	"testing"

	"rag-context/rag/lsa"
)

// weighed returns the matrix of the package's formula, made the slow way.
func weighed(passages [][]string) (matrix [][]float64) {
	df := map[string]int{}
	counts := make([]map[string]int, len(passages))
	for i, passage := range passages {
		counts[i] = map[string]int{}
		for _, term := range passage {
			if counts[i][term]++; counts[i][term] == 1 {
				df[term]++
			}
		}
	}
	var terms []string
	for term, n := range df {
		if n >= 2 && 2*n < len(passages) {
			terms = append(terms, term)
		}
	}
	slices.Sort(terms)
	for _, count := range counts {
		row, energy := make([]float64, len(terms)), 0.0
		for i, term := range terms {
			if n := count[term]; n > 0 {
				row[i] = (1 + math.Log(float64(n))) * math.Log(float64(len(passages))/float64(df[term]))
				energy += row[i] * row[i]
			}
		}
		for i := range row {
			row[i] /= math.Sqrt(energy)
		}
		matrix = append(matrix, row)
	}
	return matrix
}

// singular turns the rows of a matrix until they are orthogonal (Hestenes'
// one-sided Jacobi) and returns the squared singular values, largest first,
// with the unit rows that belong to them.
func singular(matrix [][]float64) (values []float64, rows [][]float64) {
	for range 60 {
		for p := range matrix {
			for q := range p {
				orthogonalise(matrix[p], matrix[q])
			}
		}
	}
	slices.SortFunc(matrix, func(a, b []float64) int {
		if product(a, a) > product(b, b) {
			return -1
		}
		return 1
	})
	for _, row := range matrix {
		value := product(row, row)
		unit := make([]float64, len(row))
		for i := range row {
			unit[i] = row[i] / math.Sqrt(value)
		}
		values, rows = append(values, value), append(rows, unit)
	}
	return values, rows
}

func orthogonalise(x, y []float64) {
	inner := product(x, y)
	if math.Abs(inner) < 1e-14 {
		return
	}
	theta := (product(y, y) - product(x, x)) / (2 * inner)
	t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(1+theta*theta))
	c := 1 / math.Sqrt(1+t*t)
	for i := range x {
		x[i], y[i] = c*(x[i]-t*y[i]), c*(y[i]+t*x[i])
	}
}

func product(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func TestFitHoldsTheEnergyOfTheExactSubspace(t *testing.T) {
	passages := topical(80, 6, 20)
	matrix := weighed(passages)
	values, _ := singular(matrix)
	for iterations, least := range map[int]float64{2: 0.98, 8: 0.9995} {
		model, err := lsa.Fit(t.Context(), all(passages), lsa.Options{Dimensions: 10, Iterations: iterations})
		if err != nil {
			t.Fatal(err)
		}
		best := 0.0
		for _, value := range values[:10] {
			best += value
		}
		if got := model.Info().Fitted.Explained / best; got < least || got > 1.00001 {
			t.Errorf("%d iterations: %.5f of the energy that 10 dimensions can hold, want %.4f to 1", iterations, got, least)
		}
	}
}

func TestCosinesAreThoseOfTheExactSubspace(t *testing.T) {
	passages := topical(80, 6, 20)
	folded := weighed(passages)
	_, basis := singular(weighed(passages))
	exact := make([][]float64, len(passages))
	for i, row := range folded {
		exact[i] = make([]float64, 6)
		for d := range exact[i] {
			exact[i][d] = product(row, basis[d])
		}
	}
	vector, err := lsa.FitFloats(t.Context(), all(passages), lsa.Options{Dimensions: 6, Iterations: 20})
	if err != nil {
		t.Fatal(err)
	}
	for i := range passages {
		for j := range i {
			want := product(exact[i], exact[j]) / math.Sqrt(product(exact[i], exact[i])*product(exact[j], exact[j]))
			if got := product(vector(passages[i]), vector(passages[j])); math.Abs(got-want) > 1e-3 {
				t.Fatalf("passages %d and %d: cosine %.4f, want %.4f", i, j, got, want)
			}
		}
	}
}

func cosine(t *testing.T, model *lsa.Model, a, b []string) (sum float64) {
	t.Helper()
	v, ok := model.Vector(a)
	w, okToo := model.Vector(b)
	if !ok || !okToo {
		t.Fatalf("no vector for %q or %q", a, b)
	}
	for i := range v {
		sum += float64(v[i]) * float64(w[i])
	}
	return sum
}
