package chatpage_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rag-context/transport/chatpage"
)

func parse(t *testing.T, named string) chatpage.Page {
	t.Helper()
	page, err := chatpage.Parse(named)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestAddresses(t *testing.T) {
	const text = "what's <new> & 50%+?\nGrüße"
	const asQuery = "what%27s+%3Cnew%3E+%26+50%25%2B?%0AGr%C3%BC%C3%9Fe"
	asFragment := strings.ReplaceAll(asQuery, "+", "%20")
	tests := []struct{ named, send, prefill string }{
		{"llama.cpp", "http://127.0.0.1:8080/?q=" + asQuery, ""},
		{"koboldcpp", "http://127.0.0.1:5001/?query=" + asQuery, ""},
		{"open-webui=https://box/chat/?models=tiny", "https://box/chat/?q=" + asQuery + "&models=tiny", "https://box/chat/?q=" + asQuery + "&submit=false&models=tiny"},
		{"librechat", "http://127.0.0.1:3080/c/new?prompt=" + asQuery + "&submit=true", "http://127.0.0.1:3080/c/new?prompt=" + asQuery},
		{"librechat=http://box/c/new/", "http://box/c/new?prompt=" + asQuery + "&submit=true", "http://box/c/new?prompt=" + asQuery},
		{"lobechat", "http://127.0.0.1:3210/chat?message=" + asQuery, ""},
		{"nextchat", "http://127.0.0.1:3000/#/chat?submit=" + asFragment, "http://127.0.0.1:3000/#/chat?fill=" + asFragment},
		{"big-agi", "", "http://127.0.0.1:3000/link/share_target?text=" + asQuery},
		{"lemonade", "", "http://127.0.0.1:13305/?q=" + asQuery},
		{"claude", "", "https://claude.ai/new?q=" + asQuery},
		{"http://127.0.0.1:3000", "", ""},
		{"anythingllm", "", ""},
	}
	for _, test := range tests {
		page := parse(t, test.named)
		got, err := page.Send(text, 0)
		checkAddress(t, test.named+" sends", got, err, test.send)
		got, err = page.Prefill(text, 0)
		checkAddress(t, test.named+" prefills", got, err, test.prefill)
	}
}

func checkAddress(t *testing.T, what, got string, err error, want string) {
	t.Helper()
	if want == "" {
		if !errors.Is(err, chatpage.ErrUnsupported) {
			t.Errorf("%s %q, %v", what, got, err)
		}
		return
	}
	if err != nil || got != want {
		t.Errorf("%s %q, %v; want %q", what, got, err, want)
	}
}

// Whatever the text, the page gets it back whole, and the address has no
// character that a browser's launcher could stumble over.
func TestTextSurvivesTheAddress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		pages := []struct{ named, key string }{
			{"llama.cpp", "q"}, {"open-webui=http://[::1]:1/a?b=c", "q"}, {"librechat", "prompt"}, {"nextchat", "submit"},
		}
		to := rapid.SampledFrom(pages).Draw(t, "page")
		page, err := chatpage.Parse(to.named)
		if err != nil {
			t.Fatal(err)
		}
		address, err := page.Send(text, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := url.Parse(address)
		if err != nil || strings.ContainsAny(address, " \"'`<>\\|;$()!*{}^\n") {
			t.Fatalf("address %q: %v", address, err)
		}
		values := parsed.Query()
		if parsed.Fragment != "" {
			_, query, _ := strings.Cut(parsed.EscapedFragment(), "?")
			if values, err = url.ParseQuery(query); err != nil {
				t.Fatal(err)
			}
		}
		if got := values.Get(to.key); got != text {
			t.Fatalf("%s is %q, want %q", to.key, got, text)
		}
	})
}

func TestTooLong(t *testing.T) {
	tests := []struct {
		named string
		text  string
		most  int
		want  string
	}{
		{"llama.cpp", strings.Repeat("x", 31_000), 0, ""},
		{"llama.cpp", strings.Repeat("x", 31_000), 2081, "too long for the page's address: 31025 bytes, 2081 at most"},
		{"llama.cpp", strings.Repeat("界", 4000), 0, "too long for the page's address: 36025 bytes, 32000 at most"},
		{"chat-ui", strings.Repeat("x", 10_001), 0, "too long for the page's address: 10001 characters, 10000 at most"},
	}
	for _, test := range tests {
		_, err := parse(t, test.named).Send(test.text, test.most)
		if test.want == "" && err != nil || test.want != "" && (!errors.Is(err, chatpage.ErrTooLong) || err.Error() != test.want) {
			t.Errorf("%s: %v, want %q", test.named, err, test.want)
		}
	}
}

func TestPasteHazard(t *testing.T) {
	for _, test := range []struct {
		named string
		size  int
		want  bool
	}{
		{"open-webui", 999, false},
		{"open-webui", 1000, true},
		{"llama.cpp", 100_000, false},
		{"http://127.0.0.1:3000", 100_000, false},
	} {
		if got := parse(t, test.named).PasteHazard(strings.Repeat("x", test.size)); (got != "") != test.want {
			t.Errorf("%s with %d characters: %q", test.named, test.size, got)
		}
	}
}
