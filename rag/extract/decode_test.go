package extract_test

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"rag-context/rag"
	"rag-context/rag/chunk"
	"rag-context/rag/extract"
)

const (
	english   = "Keys are rotated every ninety days.\nThe old key stays valid for one week.\n"
	french    = "Les clés de signature sont renouvelées tous les trois mois.\nL'ancienne clé reste valable une semaine après l'échéance prévue.\nÀ la fin, elle est détruite.\n"
	german    = "Die Schlüssel werden alle drei Monate erneuert.\nDer alte Schlüssel bleibt noch für eine Woche gültig, danach wird er gelöscht.\n"
	quoted    = "Er sagte: „Der Preis beträgt 5 € – nicht mehr“.\nDanach prüfte er den Schlüssel für die Tür und ließ alles übrige liegen.\n"
	polish    = "Klucze podpisujące są wymieniane co trzy miesiące.\nStary klucz pozostaje ważny jeszcze przez tydzień, później zostaje usunięty.\n"
	russian   = "Ключи подписи меняются каждые три месяца.\nСтарый ключ остаётся действительным ещё одну неделю.\n"
	japanese_ = "署名鍵は三か月ごとに交換されます。\n古い鍵は一週間のあいだ有効なままです。その後は削除されます。\n"
	chinese   = "签名密钥每三个月轮换一次。\n旧密钥在一周内仍然有效,之后将被删除。\n"
	taiwan    = "簽名金鑰每三個月輪換一次。\n舊金鑰在一週內仍然有效,之後將被刪除。\n"
	korean_   = "서명 키는 석 달마다 교체됩니다.\n이전 키는 일주일 동안 유효하며 그 뒤에는 삭제됩니다.\n"
)

// text extracts content and joins its blocks, which for plain text is every line
// that is not blank.
func text(t *testing.T, name string, data []byte) string {
	t.Helper()
	extracted, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: name, Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return joined(extracted.Blocks)
}

func joined(blocks []chunk.Block) string {
	var all strings.Builder
	for _, block := range blocks {
		all.WriteString(block.Text + "\n")
	}
	return all.String()
}

func TestEncodings(t *testing.T) {
	utf16 := func(order unicode.Endianness, mark unicode.BOMPolicy) encoding.Encoding {
		return unicode.UTF16(order, mark)
	}
	tests := []struct {
		name     string
		encoding encoding.Encoding
		texts    []string
	}{
		{"utf-8", unicode.UTF8, []string{english, french, russian, japanese_, chinese, korean_}},
		{"utf-8 marked", unicode.UTF8BOM, []string{english, french, japanese_}},
		{"utf-16le marked", utf16(unicode.LittleEndian, unicode.UseBOM), []string{english, russian, japanese_}},
		{"utf-16be marked", utf16(unicode.BigEndian, unicode.UseBOM), []string{english, russian, japanese_}},
		{"utf-16le", utf16(unicode.LittleEndian, unicode.IgnoreBOM), []string{english, french, russian, japanese_, chinese, korean_, "a"}},
		{"utf-16be", utf16(unicode.BigEndian, unicode.IgnoreBOM), []string{english, french, russian, japanese_, chinese, korean_, "a"}},
		{"utf-32le marked", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), []string{english, japanese_}},
		{"utf-32be marked", utf32.UTF32(utf32.BigEndian, utf32.UseBOM), []string{english, japanese_}},
		{"latin-1", charmap.ISO8859_1, []string{french, german}},
		{"windows-1252", charmap.Windows1252, []string{french, german, quoted}},
		{"latin-2", charmap.ISO8859_2, []string{polish}},
		{"windows-1250", charmap.Windows1250, []string{polish}},
		{"windows-1251", charmap.Windows1251, []string{russian}},
		{"koi8-r", charmap.KOI8R, []string{russian}},
		{"shift_jis", japanese.ShiftJIS, []string{japanese_}},
		{"euc-jp", japanese.EUCJP, []string{japanese_}},
		{"iso-2022-jp", japanese.ISO2022JP, []string{japanese_}},
		{"gb18030", simplifiedchinese.GB18030, []string{chinese}},
		{"big5", traditionalchinese.Big5, []string{taiwan}},
		{"euc-kr", korean.EUCKR, []string{korean_}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, original := range test.texts {
				for _, repeated := range []string{original, strings.Repeat(original, 200), english + original} {
					want := strings.TrimSuffix(repeated, "\n") + "\n"
					data, err := test.encoding.NewEncoder().String(repeated)
					if err != nil {
						t.Fatal(err)
					}
					if got := text(t, "notes.txt", []byte(data)); got != want {
						t.Errorf("got %.200q\nwant %.200q", got, want)
					}
				}
			}
		})
	}
}

func TestDeclaredEncoding(t *testing.T) {
	// Too short to guess from; windows-1251 bytes of "Ключ".
	word := "\xca\xeb\xfe\xf7"
	for name, data := range map[string]string{
		"a.html": `<meta charset="windows-1251"><p>` + word,
		"b.html": `<META http-equiv="Content-Type" content="text/html; charset=CP1251"><p>` + word,
		"c.xml":  `<?xml version="1.0" encoding="windows-1251"?><a>` + word + `</a>`,
		"d.py":   "# -*- coding: windows-1251 -*-\n# " + word,
	} {
		if got := text(t, name, []byte(data)); !strings.Contains(got, "Ключ") {
			t.Errorf("%s: %q", name, got)
		}
	}
	lie := `<meta charset="windows-1251"><p>Ключ`
	if got := text(t, "lie.html", []byte(lie)); !strings.Contains(got, "Ключ") {
		t.Errorf("UTF-8 declared as something else: %q", got)
	}
}

func TestFewAccents(t *testing.T) {
	for data, want := range map[string]string{
		"Caf\xe9 cr\xe8me":        "Café crème\n",
		"\xe9lan vital":           "élan vital\n",
		"25 \xb0C":                "25 °C\n",
		"It\x92s a dog\x92s life": "It’s a dog’s life\n",
	} {
		if got := text(t, "a.txt", []byte(data)); got != want {
			t.Errorf("%q: got %q, want %q", data, got, want)
		}
	}
}

func TestDamagedText(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"invalid bytes in UTF-8", "Schlüssel für Türen über\xff Büros", "Schlüssel für Türen über\ufffd Büros"},
		{"cut off in a character", "ein Schlüssel für\xc3", "ein Schlüssel für\ufffd"},
		{"stray NULs", strings.Repeat("a log line\n", 20) + "torn\x00\x00 line", strings.Repeat("a log line\n", 20) + "torn line"},
		{"line ends of all systems", "one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"},
		{"colours", "\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := text(t, "a.txt", []byte(test.data)); got != test.want+"\n" {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestSkips(t *testing.T) {
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(i * i >> 3)
	}
	long := strings.Repeat("var a=1;", 20_000)
	tests := []struct{ name, path, data, want string }{
		{"nothing", "a.md", "", "empty"},
		{"only a mark", "a.md", "\ufeff", "empty"},
		{"only white space", "a.md", " \n\t\r\n\u00a0\n", "empty"},
		{"page without text", "a.html", "<script>alert(1)</script>", "empty"},
		{"picture named as text", "a.txt", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary"},
		{"executable", "a", "\x7fELF\x02\x01\x01\x00\x00", "binary"},
		{"zip", "a.md", "PK\x03\x04\x14\x00", "binary"},
		{"gzip", "a.md", "\x1f\x8b\x08\x00", "binary"},
		{"pdf", "a.txt", "%PDF-1.7\nplain up to here", "binary"},
		{"noise", "a.md", string(noise), "binary"},
		{"numbers", "a.md", strings.Repeat("\x01\x00\x00\x00\x02\x00\x00\x00", 100), "binary"},
		{"minified", "a.min.js", long, "minified"},
		{"minified later", "a.css", "/* a */\n" + long, "minified"},
		{"one long line of data", "a.json", `"` + long + `"`, "minified"},
		{"a long line among others", "a.txt", long + strings.Repeat("\nshort line of text", len(long)/10), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := extract.Text{}.Extract(t.Context(), rag.Content{Path: test.path, Data: []byte(test.data)})
			got := ""
			if skip, ok := errors.AsType[*rag.SkipError](err); ok {
				got = skip.Reason
			} else if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("skipped as %q, want %q", got, test.want)
			}
		})
	}
}
