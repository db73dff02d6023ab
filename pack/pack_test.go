package pack_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rag-context/pack"
	"rag-context/rag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const marker = "k7f3q2"

const (
	keys   = "signingkeysa"
	alerts = "alarmbellsbb"
)

// found makes a passage of the document's given lines.
func found(rank int, document string, ordinal, first int, lines ...string) rag.Found {
	return rag.Found{
		Rank: rank, ID: fmt.Sprintf("%s.%d", document, ordinal), Document: document,
		Collection: "handbook", Path: "ops/" + document[len(document)-1:] + ".md",
		Lines: [2]int{first, first + len(lines) - 1}, Text: strings.Join(lines, "\n"),
		Score: 1 / float64(rank),
	}
}

func handbook() []rag.Found {
	rotation := found(1, keys, 3, 21, "## Rotation", "", "Keys rotate every 90 days. Run `keys rotate`", "and wait for each replica to report.")
	rotation.Title, rotation.Heading = "Signing keys", []string{"Signing keys", "Rotation"}
	page := found(2, alerts, 1, 1, "# Alerts", "", "`KeyAge` fires when a key is older than 95 days.", "", "```sh", "keys age --all", "```")
	page.Title, page.Heading, page.Stale = "What to do when it rings", []string{"Alerts"}, true
	revoke := found(3, keys, 4, 26, "## Revocation", "", "A revoked key is refused at once.")
	revoke.Title, revoke.Heading = "Signing keys", []string{"Signing keys", "Revocation"}
	origin := found(4, keys, 1, 1, "# Signing keys", "", "Releases are signed with Ed25519.")
	origin.Title, origin.Heading = "Signing keys", []string{"Signing keys"}
	copied := found(5, alerts, 7, 80, "A revoked  key is refused", "at once.")
	return []rag.Found{rotation, page, revoke, origin, copied}
}

func TestGolden(t *testing.T) {
	for _, layout := range pack.Layouts() {
		t.Run(string(layout), func(t *testing.T) {
			block, err := pack.Pack("How do we rotate the signing keys?", handbook(), pack.Options{Marker: marker, Layout: layout})
			if err != nil {
				t.Fatal(err)
			}
			golden(t, string(layout)+".txt", []byte(block.Text))
			golden(t, string(layout)+".json", encode(t, block.Receipt))
		})
	}
}

func TestGoldenRelaxed(t *testing.T) {
	block, err := pack.Pack("How?", handbook(), pack.Options{Marker: marker, Relaxed: true, Budget: 420})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "relaxed.txt", []byte(block.Text))
	golden(t, "relaxed.json", encode(t, block.Receipt))
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n")) // a checkout may turn line ends
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got), -update rewrites it:\n%s", name, diff)
	}
}

func TestErrors(t *testing.T) {
	one := handbook()[:1]
	blank := []rag.Found{found(1, keys, 1, 1, " ", "\u200b\x00")}
	tests := map[string]struct {
		question string
		passages []rag.Found
		options  pack.Options
		want     error
		field    string
	}{
		"no marker":        {"q", one, pack.Options{}, pack.ErrInvalidMarker, ""},
		"short marker":     {"q", one, pack.Options{Marker: "abc"}, pack.ErrInvalidMarker, ""},
		"marker with tag":  {"q", one, pack.Options{Marker: "abc>def"}, pack.ErrInvalidMarker, ""},
		"no passages":      {"q", nil, pack.Options{Marker: marker}, pack.ErrNoPassages, ""},
		"blank passages":   {"q", blank, pack.Options{Marker: marker}, pack.ErrNoPassages, ""},
		"empty question":   {" \n", one, pack.Options{Marker: marker}, rag.ErrInvalidRequest, "question"},
		"negative budget":  {"q", one, pack.Options{Marker: marker, Budget: -1}, rag.ErrInvalidRequest, "budget"},
		"unknown layout":   {"q", one, pack.Options{Marker: marker, Layout: "html"}, rag.ErrInvalidRequest, "layout"},
		"frame over limit": {"q", one, pack.Options{Marker: marker, Budget: 10}, pack.ErrBudgetTooSmall, ""},
		"endless question": {strings.Repeat("why ", 2000), one, pack.Options{Marker: marker, Budget: 500}, pack.ErrBudgetTooSmall, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := pack.Pack(tt.question, tt.passages, tt.options)
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			if request := (*rag.RequestError)(nil); tt.field != "" && (!errors.As(err, &request) || request.Field != tt.field) {
				t.Errorf("got %v, want it to blame %s", err, tt.field)
			}
		})
	}
}

func TestBudgetErrorNamesTheSmallestBudget(t *testing.T) {
	for _, layout := range pack.Layouts() {
		_, err := pack.Pack("How?", handbook(), pack.Options{Marker: marker, Layout: layout, Budget: 1})
		var small *pack.BudgetError
		if !errors.As(err, &small) {
			t.Fatalf("got %v", err)
		}
		if _, err := pack.Pack("How?", handbook(), pack.Options{Marker: marker, Layout: layout, Budget: small.Need}); err != nil {
			t.Errorf("%s: the named budget of %d fails: %v", layout, small.Need, err)
		}
		if _, err := pack.Pack("How?", handbook(), pack.Options{Marker: marker, Layout: layout, Budget: small.Need - 1}); err == nil {
			t.Errorf("%s: one token less than the named budget of %d works", layout, small.Need)
		}
	}
}

func TestLongQuestionIsSaidOnce(t *testing.T) {
	long := "Why is it so? " + strings.Repeat("It was like this before the change. ", 200)
	for _, tt := range []struct {
		question string
		want     int
	}{{"Why is it so?", 2}, {long, 1}} {
		block, err := pack.Pack(tt.question, handbook(), pack.Options{Marker: marker})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(block.Text, "Why is it so?"); got != tt.want {
			t.Errorf("a question of %d characters stands there %d times, want %d", len(tt.question), got, tt.want)
		}
	}
}

func TestNewMarker(t *testing.T) {
	got, err := pack.NewMarker(bytes.NewReader([]byte{0xff, 0x00, 0x31, 0x7a, 9}))
	if err != nil || got != "74adc6" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := pack.NewMarker(bytes.NewReader([]byte{1, 2})); err == nil {
		t.Error("made a marker of too little randomness")
	}
}

func TestStretch(t *testing.T) {
	passages := []rag.Found{found(1, keys, 1, 1, "best")}
	_, err := pack.Pack("What?", passages, pack.Options{Marker: marker, Budget: 10})
	var small *pack.BudgetError
	if !errors.As(err, &small) {
		t.Fatalf("ten tokens: %v", err)
	}
	if block := mustPack(t, passages, pack.Options{Budget: 10, Stretch: true}); block.Budget != small.Need || block.Tokens > small.Need {
		t.Errorf("%d tokens within %d, want %d", block.Tokens, block.Budget, small.Need)
	}
	long := []rag.Found{found(1, keys, 1, 1, strings.Repeat("word ", 2*pack.DefaultMaxBlock))}
	if _, err := pack.Pack("What?", long, pack.Options{Marker: marker, Budget: 10, Stretch: true}); !errors.As(err, &small) {
		t.Errorf("a line that no block should hold: %v", err)
	}
}
