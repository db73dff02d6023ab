package ragtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"rag-context/rag"
)

// TestEmbedder checks that an embedder keeps the contract of rag.Embedder. open
// returns an embedder of the same model each time.
func TestEmbedder(t *testing.T, open func(t *testing.T) rag.Embedder) {
	for _, check := range []struct {
		name string
		run  func(t *testing.T, embedder rag.Embedder)
	}{
		{"UnitLength", testUnitLength},
		{"Order", testOrder},
		{"Deterministic", testDeterministic},
		{"Concurrent", testConcurrentUse},
		{"Cancelled", testCancelled},
		{"NoTexts", testNoTexts},
		{"BlankTexts", testBlankTexts},
		{"LongText", testLongText},
		{"OddTexts", testOddTexts},
		{"NearAndFar", testNearAndFar},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, open(t)) })
	}
	t.Run("Fingerprint", func(t *testing.T) { testFingerprint(t, open(t), open(t)) })
}

// same is the cosine above which two vectors are of one text: servers compute a
// text in different company with a little noise.
const same = 0.999

var sentences = []string{
	"Rotate the signing keys every quarter and revoke the old ones.",
	"Bake the bread for forty minutes at a high temperature.",
	"The library opens at nine in the morning, except on Sundays.",
	"A goroutine waits on the channel until a value arrives.",
}

func passages(t *testing.T, embedder rag.Embedder, texts ...string) [][]float32 {
	t.Helper()
	vectors, err := embedder.EmbedPassages(t.Context(), texts)
	if err != nil {
		t.Fatalf("embed %d passages: %v", len(texts), err)
	}
	if len(vectors) != len(texts) {
		t.Fatalf("%d vectors for %d texts", len(vectors), len(texts))
	}
	return vectors
}

func asked(t *testing.T, embedder rag.Embedder, text string) []float32 {
	t.Helper()
	vector, err := embedder.EmbedQuestion(t.Context(), text)
	if err != nil {
		t.Fatalf("embed question: %v", err)
	}
	return vector
}

// cosine of two vectors of unit length; -1 if their dimensions differ.
func cosine(a, b []float32) (sum float64) {
	if len(a) != len(b) || len(a) == 0 {
		return -1
	}
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// isUnit reports whether the vector has length 1.
func isUnit(vector []float32) bool { return math.Abs(cosine(vector, vector)-1) < 1e-3 }

func testUnitLength(t *testing.T, embedder rag.Embedder) {
	vectors := append(passages(t, embedder, sentences...), asked(t, embedder, "how are the signing keys rotated?"))
	for i, vector := range vectors {
		if !isUnit(vector) || len(vector) != len(vectors[0]) {
			t.Errorf("vector %d has %d dimensions and the length %g", i, len(vector), math.Sqrt(cosine(vector, vector)))
		}
	}
}

// testOrder embeds more texts than any request holds: each gets its own vector,
// whatever goes along with it.
func testOrder(t *testing.T, embedder rag.Embedder) {
	var texts []string
	for i := range 150 {
		texts = append(texts, fmt.Sprintf("%s In chapter %d of %d.", sentences[i%len(sentences)], i, i*i))
	}
	all := passages(t, embedder, texts...)
	for _, i := range []int{0, 1, 31, 32, 33, 64, 99, 149} {
		if alone := passages(t, embedder, texts[i]); cosine(all[i], alone[0]) < same {
			t.Errorf("text %d of many has the cosine %g to itself alone", i, cosine(all[i], alone[0]))
		}
	}
	if cosine(all[0], all[1]) > same {
		t.Error("different texts have one vector")
	}
}

func testDeterministic(t *testing.T, embedder rag.Embedder) {
	first, again := passages(t, embedder, sentences...), passages(t, embedder, sentences...)
	for i := range first {
		if cosine(first[i], again[i]) < same {
			t.Errorf("text %d has the cosine %g to itself", i, cosine(first[i], again[i]))
		}
	}
	if cosine(asked(t, embedder, sentences[0]), asked(t, embedder, sentences[0])) < same {
		t.Error("a question has another vector the second time")
	}
}

func testConcurrentUse(t *testing.T, embedder rag.Embedder) {
	want := passages(t, embedder, sentences...)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			text := sentences[i%len(sentences)]
			vectors, err := embedder.EmbedPassages(t.Context(), []string{text, "in company"})
			if err != nil || cosine(vectors[0], want[i%len(sentences)]) < same {
				t.Errorf("passage among others at once: %v", err)
			}
			if question, err := embedder.EmbedQuestion(t.Context(), text); err != nil || !isUnit(question) {
				t.Errorf("question among others at once: %v", err)
			}
		})
	}
	all.Wait()
}

func testCancelled(t *testing.T, embedder rag.Embedder) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := embedder.EmbedPassages(ctx, sentences); !errors.Is(err, context.Canceled) || errors.Is(err, rag.ErrEmbedderUnavailable) {
		t.Errorf("passages, cancelled: %v", err)
	}
	if _, err := embedder.EmbedQuestion(ctx, sentences[0]); !errors.Is(err, context.Canceled) || errors.Is(err, rag.ErrEmbedderUnavailable) {
		t.Errorf("question, cancelled: %v", err)
	}
}

func testNoTexts(t *testing.T, embedder rag.Embedder) {
	passages(t, embedder)
}

// testBlankTexts holds that nothing can be said of a blank text, and that it
// takes no other text's place.
func testBlankTexts(t *testing.T, embedder rag.Embedder) {
	vectors := passages(t, embedder, "", sentences[0], " \n\t", sentences[1], "")
	for i, vector := range vectors {
		if blank := i%2 == 0; blank && len(vector) != 0 || !blank && !isUnit(vector) {
			t.Errorf("vector %d of blank texts and others has %d dimensions", i, len(vector))
		}
	}
	if cosine(vectors[1], passages(t, embedder, sentences[0])[0]) < same {
		t.Error("blank texts move others")
	}
	if vector := asked(t, embedder, " "); len(vector) != 0 {
		t.Errorf("a blank question has %d dimensions", len(vector))
	}
}

// testLongText embeds more than any model's window holds.
func testLongText(t *testing.T, embedder rag.Embedder) {
	long := strings.Repeat(sentences[0]+" ", 5000)
	vectors := passages(t, embedder, sentences[1], long, sentences[2])
	for i, vector := range vectors {
		if !isUnit(vector) {
			t.Errorf("vector %d next to a long text has the length %g", i, math.Sqrt(cosine(vector, vector)))
		}
	}
	if about, other := cosine(vectors[1], passages(t, embedder, sentences[0])[0]), cosine(vectors[1], vectors[0]); about <= other {
		t.Errorf("a long text about keys has the cosine %g to one about keys and %g to one about bread", about, other)
	}
	if vector := asked(t, embedder, long); !isUnit(vector) {
		t.Errorf("a long question has the length %g", math.Sqrt(cosine(vector, vector)))
	}
}

// testOddTexts embeds what models may know nothing of, which is no error.
func testOddTexts(t *testing.T, embedder rag.Embedder) {
	odd := []string{
		"鍵は四半期ごとに更新します", "Ключи меняются каждый квартал", "مفاتيح التوقيع", "🔑🔁", "e\u0301\u0301\u0301", "\u202e\u0000\ufeff",
		"not UTF-8: \xff\xfe", strings.Repeat("x", 3000), "—", "{\"input\":[\"\\u0000\"]}", "<|endoftext|>",
	}
	dimensions := len(passages(t, embedder, sentences[0])[0])
	for i, vector := range passages(t, embedder, odd...) {
		if len(vector) != 0 && (!isUnit(vector) || len(vector) != dimensions) {
			t.Errorf("%q has %d dimensions and the length %g", odd[i], len(vector), math.Sqrt(cosine(vector, vector)))
		}
	}
}

// testNearAndFar compares questions with passages: the space is one.
func testNearAndFar(t *testing.T, embedder rag.Embedder) {
	vectors := passages(t, embedder, sentences...)
	for i, question := range []string{
		"how do I rotate the signing keys?", "how long do I bake the bread?", "when does the library open in the morning?", "on what does a goroutine wait?",
	} {
		vector := asked(t, embedder, question)
		for j := range vectors {
			if near, far := cosine(vector, vectors[i]), cosine(vector, vectors[j]); j != i && near <= far {
				t.Errorf("%q has the cosine %g to its answer and %g to %q", question, near, far, sentences[j])
			}
		}
	}
}

// testFingerprint compares two embedders of one model.
func testFingerprint(t *testing.T, one, another rag.Embedder) {
	before := one.Fingerprint()
	passages(t, one, sentences...)
	if after := one.Fingerprint(); before == "" || after != before || another.Fingerprint() != before {
		t.Errorf("fingerprints %q, %q after use, %q of another", before, after, another.Fingerprint())
	}
	if strings.ContainsAny(before, " \t\r\n") {
		t.Errorf("fingerprint %q has spaces", before)
	}
}
