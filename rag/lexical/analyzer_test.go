package lexical_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rag-context/rag/lexical"

	"rag-context/rag/ragtest"
)

func TestTermsIn(t *testing.T) {
	for _, test := range []struct {
		language   lexical.Language
		text, want string
	}{
		{"", "", ""},
		{"", " \n\t.,;!", ""},
		{"", "Rotating the signing keys", "rotat the sign key"},
		{"en", "Rotating naïve cafés", "rotat naiv cafe"},
		{"", "don't l'heure Anna's we’re", "don l heur anna we"},
		{"", "maxConns HTTPServer URLs", "maxconn max conn httpserver http server url"},
		{"", "snake_case MAX_CONNS _private __init__ _", "snakecas snake case maxconn max conn privat init"},
		{"", "SHA256SUM utf8 UTF-8", "sha256sum sha256 sum utf8 utf 8 utf8"},
		{"", "v1.2.3 10.0.0.1 2024-01-05 3.14", "v1 2 3 v1.2.3 10 0 0 1 10.0.0.1 2024 01 05 2024-01-05 3 14 3.14"},
		{"", "LG-4012 LG4012", "lg 4012 lg4012 lg4012"},
		{"", "E-mail log-ins email logins", "e mail email log in login email login"},
		{"", "http.Get std::vector p->next", "http get http.get std vector std.vector p next"},
		{"", "org.apache.Lucene node->child", "org apach lucen org.apache apache.lucene node child node.child"},
		{"", "e.g. U.S.A. end. Next", "e g eg u s a usa end next"},
		{"", "net/http github.com/go-cmp", "net http github com go cmp gocmp github.com"},
		{"", "C++ and C#, c+ a+b", "c c++ and c c# c a b"},
		{"", "Müller MULLER Mu\u0308ller straße", "muller muller muller strass"},
		{"", "ﬁle ＡＢＣ１ co\u00ADopera\u00ADtion", "file abc1 cooper"},
		{"", "ключи Ключи", "ключи ключи"},
		{"", strings.Repeat("a", 65) + " b", "b"},
		{"", "a\x00b \xff\xfe \u200d \u0301 c", "a b c"},

		{"ja", "東京タワー", "東京 京タ タワ ワー"},
		{"ja", "ﾃﾞｰﾀを読む テ\u3099ータ", "デー ータ タを を読 読む デー ータ"},
		{"zh", "水", "水"},
		{"zh", "GoとRust keys", "go と rust key"},
		{"ko", "열쇠를 돌린다", "열쇠 쇠를 돌린 린다"},
		{"th", "น้ำ", "น้ ้\u0e4d \u0e4dา"},
		{"hi", "कुल कल", "कुल कल"},
		{"el", "ΟΔΟΣ οδός", "οδοσ οδοσ"},

		{"de", "Müller Mueller Häuser Haus neue Quelle", "mull mull haus haus neu quell"},
		{"de", "Die Prüfungen maxConns", "die prufung maxconn max conn"},
		{"es", "canciones canción", "cancion cancion"},
		{"fr", "l'heure sécurité sécurité", "l heur secur securit secur securit"},
		{"pl", "klucze keys", "klucze keys"},
		{"ro", "învățării învăţării", "invatar invatar"},
		{"ru", "ключи Ключ ёлка елка keys", "ключ ключ елк елк key"},
		{"tr", "IŞIK ışık İstanbul", "isik isik istanbul"},
		{"xx", "Rotating keys", "rotat key"},
	} {
		if got := strings.Join(new(lexical.Analyzer).Terms(test.text, test.language), " "); got != test.want {
			t.Errorf("%s %q:\n got %s\nwant %s", test.language, test.text, got, test.want)
		}
	}
}

func TestAnalyzerKeepsLanguagesApart(t *testing.T) {
	var analyzer lexical.Analyzer
	for range 2 {
		for language, want := range map[lexical.Language]string{"en": "key prufungen", "de": "keys prufung"} {
			if got := strings.Join(analyzer.Terms("keys Prüfungen", language), " "); got != want {
				t.Errorf("%s: got %q, want %q", language, got, want)
			}
		}
	}
}

func TestQuestionTermsIn(t *testing.T) {
	for _, test := range []struct {
		question  string
		languages string
		want      string // forms of one term joined by "|"
	}{
		{"How do we rotate the signing keys?", "", "rotat sign key"},
		{"what's new?", "en", "new"},
		{"what is it", "en", "what is it"},
		{"key KEY keys", "en", "key"},
		{"???", "en", ""},
		{"the The THE", "en", "the"},
		{"don't we need the C++ build", "en", "c c++ build"},
		{"Wie kann man die Schlüssel der Anlage drehen?", "de", "schlussel anlag dreh"},
		{"Comment faire pour changer la clé ?", "fr", "chang cle"},
		{"¿Cómo puedo cambiar las claves?", "es", "cambi clav"},
		{"Как можно поменять ключи?", "ru", "поменя ключ"},
		{"Prüfung der Anlage", "de", "prufung anlag"},
		{"signing keys", "de en", "sign|signing key|keys"},
		{"keys key", "de en", "key|keys"},
		{"Müller", "en", "muller|mueller"},
		{"Mueller", "de en", "mueller|mull"},
		{"securite", "fr", "securit"},
		{"如何旋转密钥", "zh", "何旋 旋转 转密 密钥"},
	} {
		var languages []lexical.Language
		for code := range strings.FieldsSeq(test.languages) {
			languages = append(languages, lexical.Language(code))
		}
		if got := joined(new(lexical.Analyzer).QuestionTerms(test.question, languages)); got != test.want {
			t.Errorf("%q in %s: got %q, want %q", test.question, test.languages, got, test.want)
		}
	}
}

func joined(terms []lexical.Term) string {
	var words []string
	for _, term := range terms {
		words = append(words, strings.Join(term.Forms, "|"))
	}
	return strings.Join(words, " ")
}

// FuzzTerms checks what an index relies on, for any text and language: terms
// are valid text without white space, and a question made of a text's words
// finds it.
func FuzzTerms(f *testing.F) {
	for _, text := range []string{"don't", "a_b_", "C++#", "İIıi", "ǅ ﬃ", "́", "日本 語ー", "x.y-", "e\u0301\u0301", "\u0e01\u0e33", "٣", "ª", "ﾊﾞ",
		"a-b.c::d->e", "U.S.A", "Straße", "يكتبون", "மரங்கள்", "ключи", "\u00ad", "ﱞ", "_-_", "q.ü-2/x"} {
		for _, language := range languages {
			f.Add(text, language)
		}
	}
	f.Fuzz(func(t *testing.T, text, code string) {
		language := lexical.Language(code)
		var analyzer lexical.Analyzer
		terms := analyzer.Terms(text, language)
		known := map[string]bool{}
		for _, term := range terms {
			if term == "" || !utf8.ValidString(term) || strings.ContainsAny(term, " \t\r\n\v\f\x00") {
				t.Errorf("%q has the term %q", text, term)
			}
			known[term] = true
		}
		if joined := string(analyzer.AppendTerms(nil, text, language)); joined != strings.Join(append(terms, ""), " ") {
			t.Errorf("%q: AppendTerms says %q, Terms %q", text, joined, terms)
		}
		question := analyzer.QuestionTerms(text, []lexical.Language{language})
		if len(question) == 0 && len(terms) > 0 {
			t.Errorf("%q has the terms %q as a text, none as a question", text, terms)
		}
		for _, term := range question {
			if !slices.ContainsFunc(term.Forms, func(form string) bool { return known[form] }) {
				t.Errorf("%q as a question has the term %q, as a text it has %q", text, term.Forms, terms)
			}
		}
	})
}

// languages are one of each set of rules.
var languages = strings.Fields("en da de es fi fr ga hu it nl no pt ro sv tr ru ar ta pl zh")

func TestTermsOfEveryQuestionAreApart(t *testing.T) {
	question := "Prüfungen Prüfung Mueller Müller keys key sécurité securite log-in login http.Get"
	seen := map[string]bool{}
	for _, term := range new(lexical.Analyzer).QuestionTerms(question, []lexical.Language{"en", "de", "fr", "sv"}) {
		for _, form := range term.Forms {
			if seen[form] {
				t.Errorf("two terms have the form %q", form)
			}
			seen[form] = true
		}
	}
}

func BenchmarkAppendTermsIn(b *testing.B) {
	text := goSource(b)
	var analyzer lexical.Analyzer
	var buffer []byte
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		buffer = analyzer.AppendTerms(buffer[:0], text, "en")
	}
}

func goSource(b *testing.B) string {
	b.Helper()
	files, err := filepath.Glob(ragtest.GoRoot(b, "src", "net", "http", "*.go"))
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
