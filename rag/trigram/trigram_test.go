package trigram_test

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rag-context/rag/trigram"
)

func queryOf(t interface{ Fatal(...any) }, expression string) trigram.Query {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return trigram.Of(parsed)
}

func signatureOf(text string) []byte {
	signer := new(trigram.Signer)
	signer.Add(text)
	return signer.Signature()
}

func TestMayMatch(t *testing.T) {
	filler := strings.Repeat("nothing that anybody looks for 0123456789\n", 5)
	for _, test := range []struct {
		expression, text string
		want             bool
	}{
		{"clock", "a clock drifts", true},
		{"clock", "a CLOCK drifts", true},
		{"ck", "no trigram", true},
		{"cl.*ck", "no trigram", true},
		{"clock", "a watch drifts", false},
		{"clock drift", "a clock\ndrift", false},
		{"(?i)straße", "STRAßE", true},
		{"(?i)straße", "STRAẞE", true},
		{"(?i)kelvin", "\u212Aelvin", true},
		{"clock|watch", "a watch", true},
		{"clock|watch", "a sundial", false},
		{"LG-[0-9]{4}", "error LG-4012", true},
		{"LG-[0-9]{4}", "error LGA4012", false},
		{"(clock|watch)+maker", "watchmaker", true},
		{"(clock|watch)+maker", "shoemaker", false},
		{"^clocks?$", "clock", true},
		{"clo[^a]k drift", "cloak drip", false},
		{`\bclock\b`, "watch", false},
		{"colou?r", "color", true},
		{"colou?r", "colour", true},
		{"colou?r", "cool", false},
		{"a*", "", true},
		{"日本語", "これは日本語です", true},
		{"日本語", "これは英語です", false},
	} {
		if got := queryOf(t, test.expression).MayMatch(signatureOf(filler + test.text)); got != test.want {
			t.Errorf("%s in %q: %t", test.expression, test.text, got)
		}
	}
	if !queryOf(t, "clock").MayMatch(nil) {
		t.Error("what is not known of does not pass")
	}
}

// TestNothingIsLost holds that a text with a line that matches always passes,
// for expressions and texts of few letters, which often match.
func TestNothingIsLost(t *testing.T) {
	atoms := rapid.SampledFrom([]string{"a", "b", "A", "ab", "abc", "[ab]", "[^a]", ".", "ä", "Ä", "k", "\u212A", "^", "$", `\s`, `\b`, "(?i:ab)"})
	postfix := rapid.SampledFrom([]string{"", "", "", "*", "+", "?", "{2}", "{1,3}"})
	expressions := rapid.Custom(func(t *rapid.T) string {
		var parts []string
		for range rapid.IntRange(1, 5).Draw(t, "parts") {
			parts = append(parts, fmt.Sprintf("(?:%s)%s", atoms.Draw(t, "atom"), postfix.Draw(t, "postfix")))
		}
		return strings.Join(parts, rapid.SampledFrom([]string{"", "", "|"}).Draw(t, "between"))
	})
	rapid.Check(t, func(t *rapid.T) {
		expression := "(?i)" + expressions.Draw(t, "expression")
		if rapid.Bool().Draw(t, "in its case") {
			expression = strings.TrimPrefix(expression, "(?i)")
		}
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abABcäÄkK\u212A \n\uFFFD")), 0, 30, -1).Draw(t, "text")
		if rapid.Bool().Draw(t, "damaged") {
			text += "\xff"
		}
		matching := false
		for line := range strings.SplitSeq(text, "\n") {
			matching = matching || regexp.MustCompile(expression).MatchString(line)
		}
		if matching && !queryOf(t, expression).MayMatch(signatureOf(text)) {
			t.Fatalf("%s matches a line of %q", expression, text)
		}
	})
}

// TestSignerStartsAnew holds that nothing of one text is left in the next.
func TestSignerStartsAnew(t *testing.T) {
	signer := new(trigram.Signer)
	signer.Add("clock")
	signer.Signature()
	signer.Add("watch")
	if got, want := signer.Signature(), signatureOf("watch"); string(got) != string(want) {
		t.Errorf("%x, want %x", got, want)
	}
}

func BenchmarkSigner(b *testing.B) {
	text := strings.Repeat("func (s *Signer) Add(text string) { eachGram(text, func(g gram) {\n", 200)
	signer := new(trigram.Signer)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		signer.Add(text)
		signer.Signature()
	}
}
