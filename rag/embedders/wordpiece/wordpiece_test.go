package wordpiece_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/rag/embedders/wordpiece"
)

func vocabulary(pieces ...string) wordpiece.Vocabulary {
	slices.Sort(pieces)
	v := wordpiece.Vocabulary{Offsets: make([]byte, 4)}
	for _, piece := range pieces {
		v.Letters = append(v.Letters, piece...)
		v.Offsets = binary.LittleEndian.AppendUint32(v.Offsets, uint32(len(v.Letters)))
		v.Longest = max(v.Longest, len(piece))
	}
	return v
}

func words(text string) (all []string) {
	for word := range wordpiece.Words(text) {
		all = append(all, string(word))
	}
	return all
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		" \t\n":                      "",
		"Hello, World":               "hello , world",
		"http.Server{Addr: \":80\"}": `http . server { addr : " : 80 " }`,
		"Café Zoë":                   "cafe zoe",
		"鍵は":                         "鍵 は",
		"a\u00adb\x00c\xff":          "abc",
		"x\u2003y":                   "x y",
	} {
		if got := strings.Join(words(text), " "); got != want {
			t.Errorf("%q is cut into %q, want %q", text, got, want)
		}
	}
}

// TestWordsEnd wants no word after the comma; a sequence that went on would
// panic.
func TestWordsEnd(t *testing.T) {
	last := ""
	for word := range wordpiece.Words("one, two") {
		if last = string(word); last == "," {
			break
		}
	}
	if last != "," {
		t.Errorf("ended at %q", last)
	}
}

func TestLatin(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "42 + 7": true, "Wo ist Größe?": true, "São Paulo": true, "Thư viện": true,
		"図書館はどこですか": false, "Где ключ": false, "ключ key": false, "keys ключ": true, "μ = 3 cm": true, "איפה": false,
	} {
		if wordpiece.Latin(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestPieces(t *testing.T) {
	pieces := []string{"un", "unable", "##able", "##a", "##b", "able", "a", "#", "##", "##x"}
	v := vocabulary(pieces...)
	for word, want := range map[string]string{
		"unable":           "unable",
		"unab":             "un ##a ##b",
		"unablex":          "unable ##x",
		"ableable":         "able ##able",
		"unz":              "",
		"z":                "",
		"a" + words100:     "",
		"a" + words100[1:]: "a" + strings.Repeat(" ##a", 99),
		"":                 "",
	} {
		var got []string
		for _, number := range v.Pieces(nil, []byte(word)) {
			got = append(got, pieces[number])
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q: %s", word, diff)
		}
	}
}

const words100 = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// TestLongestFirst compares with trying each length in turn.
func TestLongestFirst(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("ab#é")), 1, 4, -1)
		pieces := rapid.SliceOfNDistinct(letters, 1, 30, rapid.ID[string]).Draw(r, "pieces")
		v := vocabulary(pieces...)
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 8, -1).Draw(r, "word")
		var want []int
		for rest, mark := word, ""; rest != ""; mark = "##" {
			size, number := len(rest), -1
			for ; size > 0; size-- {
				if at, found := slices.BinarySearch(pieces, mark+rest[:size]); found {
					number = at
					break
				}
			}
			if number < 0 {
				want = nil
				break
			}
			want, rest = append(want, number), rest[size:]
		}
		if got := v.Pieces(nil, []byte(word)); !slices.Equal(got, want) {
			r.Errorf("%q is cut into %v, want %v", word, got, want)
		}
	})
}
