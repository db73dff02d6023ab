package lexical_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"rag-context/rag/lexical"
)

func TestTerms(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{" \n\t.,;!", ""},
		{"Rotating the signing keys", "rotat the sign key"},
		{"don't l'heure Anna's we’re", "don l heur anna we"},
		{"maxConns HTTPServer snake_case URLs", "maxconn max conn httpserver http server snake_case snake case url"},
		{"_private __init__ _", "privat init"},
		{"SHA256SUM utf8", "sha256sum sha256 sum utf8"},
		{"LG-4012 v1.2.3 10.0.0.1", "lg 4012 lg-4012 v1 2 3 v1.2.3 10 0 0 1 10.0.0.1"},
		{"foo-bar net/http end. Next", "foo bar net http end next"},
		{"C++ and C#, c+ a+b", "c c++ and c c# c a b"},
		{"Müller MULLER Mu\u0308ller straße", "muller muller muller strass"},
		{"ﬁle ＡＢＣ", "file abc"},
		{"東京タワー", "東京 京タ タワ ワー"},
		{"水", "水"},
		{"GoとRust", "go と rust"},
		{"열쇠를 돌린다", "열쇠 쇠를 돌린 린다"},
		{"ключи Ключи", "ключи ключи"},
		{strings.Repeat("a", 65) + " b", "b"},
		{"a\x00b \xff\xfe c", "a b c"},
	} {
		if got := strings.Join(new(lexical.Analyzer).Terms(test.text), " "); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestQuestionTerms(t *testing.T) {
	for _, test := range []struct{ question, want string }{
		{"How do we rotate the signing keys?", "rotat sign key"},
		{"what's new?", "new"},
		{"what is it", "what is it"},
		{"key KEY keys", "key"},
		{"???", ""},
		{"the The THE", "the"},
		{"don't we need the C++ build", "c c++ build"},
	} {
		if got := strings.Join(new(lexical.Analyzer).QuestionTerms(test.question), " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.question, got, test.want)
		}
	}
}

// FuzzTerms checks what an index relies on, for any text: terms are valid
// text without white space, and a question made of a text's words finds it.
func FuzzTerms(f *testing.F) {
	for _, text := range []string{"don't", "a_b_", "C++#", "İIıi", "ǅ ﬃ", "́", "日本 語ー", "x.y-", "e\u0301\u0301", "\u0e01\u0e33", "٣", "ª", "ﾊﾞ"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var analyzer lexical.Analyzer
		terms := analyzer.Terms(text)
		known := map[string]bool{}
		for _, term := range terms {
			if term == "" || !utf8.ValidString(term) || strings.ContainsAny(term, " \t\r\n\v\f\x00") {
				t.Errorf("%q has the term %q", text, term)
			}
			known[term] = true
		}
		if joined := string(analyzer.AppendTerms(nil, text)); joined != strings.Join(append(terms, ""), " ") {
			t.Errorf("%q: AppendTerms says %q, Terms %q", text, joined, terms)
		}
		for _, term := range analyzer.QuestionTerms(text) {
			if !known[term] {
				t.Errorf("%q as a question has the term %q, as a text it has %q", text, term, terms)
			}
		}
	})
}

func BenchmarkAppendTerms(b *testing.B) {
	text := goSource(b)
	var analyzer lexical.Analyzer
	var buffer []byte
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		buffer = analyzer.AppendTerms(buffer[:0], text)
	}
}

func goSource(b *testing.B) string {
	b.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", "net", "http", "*.go"))
	if err != nil || len(files) == 0 {
		b.Fatalf("no Go sources: %v", err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
