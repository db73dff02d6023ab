package ragtest

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"rag-context/rag"
)

// GoldenVectors are vectors that another implementation made of texts.
type GoldenVectors struct {
	// File has a line for each text: the text, a tab and the vector in base64, an
	// int8 for each dimension at any scale, or zeros only for no vector.
	File string
	// Foreign tells for which texts there must be no vector, whatever the file
	// says; nil for none of them.
	Foreign func(text string) bool
	// Least is what no text's cosine may be below, and Usual what their mean
	// may not.
	Least, Usual float64
}

// TestGoldenVectors compares the embedder's vectors with golden ones.
func TestGoldenVectors(t *testing.T, embedder rag.Embedder, golden GoldenVectors) {
	t.Helper()
	all, err := os.ReadFile(golden.File)
	if err != nil {
		t.Fatal(err)
	}
	var sum, compared float64
	for line := range strings.Lines(string(all)) {
		text, want := goldenVector(t, line)
		if golden.Foreign != nil && golden.Foreign(text) {
			want = nil
		}
		got := asked(t, embedder, text)
		if len(got) != len(want) {
			t.Errorf("%q has a vector of %d dimensions, want %d", text, len(got), len(want))
		}
		if len(want) == 0 {
			continue
		}
		alike := cosine(got, want)
		if alike < golden.Least {
			t.Errorf("%q: cosine %.4f to the golden vector", text, alike)
		}
		sum, compared = sum+alike, compared+1
	}
	if compared < 30 || sum/compared < golden.Usual {
		t.Errorf("the mean cosine of %g texts is %.5f", compared, sum/compared)
	}
}

// goldenVector returns the text of a line, and its vector at unit length.
func goldenVector(t *testing.T, line string) (text string, vector []float32) {
	t.Helper()
	cut := strings.LastIndexByte(line, '\t')
	codes, err := base64.StdEncoding.DecodeString(strings.TrimSpace(line[cut+1:]))
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range codes {
		vector = append(vector, float32(int8(code)))
	}
	return line[:cut], unit(vector)
}
