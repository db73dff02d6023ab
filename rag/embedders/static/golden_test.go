package static_test

import (
	"bufio"
	"encoding/base64"
	"os"
	"regexp"
	"strings"
	"testing"

	"rag-context/rag/embedders/static"
)

// TestGolden compares with what the teacher's own tokenizer and numpy make of
// texts in many scripts: distill/make.py wrote that down.
func TestGolden(t *testing.T) {
	file, err := os.Open("testdata/golden.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	embedder, compared := static.New(), 0
	for lines := bufio.NewScanner(file); lines.Scan(); compared++ {
		cut := strings.LastIndexByte(lines.Text(), '\t')
		text := lines.Text()[:cut]
		want, err := base64.StdEncoding.DecodeString(lines.Text()[cut+1:])
		if err != nil {
			t.Fatal(err)
		}
		got, err := embedder.EmbedQuestion(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Trim(string(want), "\x00") == "" || foreign.MatchString(text) {
			if len(got) != 0 {
				t.Errorf("%q has a vector where there should be none", text)
			}
			continue
		}
		if alike := cosine(got, floats(want)); alike < 0.999 {
			t.Errorf("%q: cosine %.4f to the vector made in Python", text, alike)
		}
	}
	if compared < 50 {
		t.Errorf("only %d texts", compared)
	}
}

// foreign is a text in another script than ours.
var foreign = regexp.MustCompile(`^[^a-zA-Z]*[\p{Cyrillic}\p{Greek}\p{Arabic}\p{Hebrew}\p{Devanagari}\p{Han}\p{Hiragana}\p{Hangul}][^a-zA-Z]*$`)

func floats(codes []byte) []float32 {
	vector := make([]float32, len(codes))
	for i, code := range codes {
		vector[i] = float32(int8(code))
	}
	return vector
}
