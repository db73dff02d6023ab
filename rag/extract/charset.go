package extract

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	textunicode "golang.org/x/text/encoding/unicode"
)

// unmarkedUTF16 returns UTF-16 of the byte order in which data reads like text,
// or nil. Only data with NULs is considered: what has no ASCII at all, not even
// a line end, can't be told from other encodings.
func unmarkedUTF16(data []byte) encoding.Encoding {
	sample := head(data)
	sample = sample[:len(sample)&^1]
	if bytes.IndexByte(sample, 0) < 0 {
		return nil
	}
	little := textunicode.UTF16(textunicode.LittleEndian, textunicode.IgnoreBOM)
	big := textunicode.UTF16(textunicode.BigEndian, textunicode.IgnoreBOM)
	littleScore, bigScore := plausibility(little, sample), plausibility(big, sample)
	switch {
	case max(littleScore, bigScore) <= 0:
		return nil
	case littleScore >= bigScore:
		return little
	}
	return big
}

// plausibility is the number of ASCII characters less a malus for each that
// text rarely holds; not positive where those are more than one in fifty. Swapped
// bytes read as rare scripts, so ASCII decides between the two orders.
func plausibility(encoding encoding.Encoding, sample []byte) int {
	ascii, odd, total := 0, 0, 0
	for _, r := range decodeWith(encoding, sample) {
		total++
		switch {
		case r == utf8.RuneError || !unicode.IsPrint(r) && !unicode.IsSpace(r) && r != '\ufeff':
			odd++
		case r < utf8.RuneSelf:
			ascii++
		}
	}
	if odd*50 > total {
		return 0
	}
	return ascii - 4*odd
}

// legacyEncoding guesses the encoding of text that is not Unicode: what the text
// itself declares, else what its bytes look like, else windows-1252, of which
// Latin-1 is a part.
func legacyEncoding(data []byte) encoding.Encoding {
	if declared := declaredEncoding(data); declared != nil {
		return declared
	}
	return guessedEncoding(suspicious(data))
}

// declaration finds `charset=`, `encoding="` and `coding:` as in HTML, XML, and
// the first lines of scripts.
var declaration = regexp.MustCompile(`(?i)(?:charset|encoding|coding)\s*[=:]\s*["']?([a-z][a-z0-9._-]+)`)

func declaredEncoding(data []byte) encoding.Encoding {
	match := declaration.FindSubmatch(data[:min(len(data), 1024)])
	if match == nil {
		return nil
	}
	return eightBit(string(match[1]))
}

// eightBit returns the encoding of that name, or nil if it is unknown or one of
// Unicode's, which the caller has ruled out.
func eightBit(name string) encoding.Encoding {
	found, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	canonical, err := htmlindex.Name(found)
	if err != nil || strings.HasPrefix(canonical, "utf-") || canonical == "replacement" {
		return nil
	}
	return found
}

// suspicious returns at most 32 KiB of data from the line on that holds the
// first byte that is no UTF-8.
func suspicious(data []byte) []byte {
	const enough = 32 << 10
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	return data[start:min(len(data), start+enough)]
}

// leastConfidence is chardet's confidence, of 100, below which it is guessing: 10
// is what it gives each of the East Asian encodings for a few accented letters.
const leastConfidence = 11

func guessedEncoding(sample []byte) encoding.Encoding {
	results, err := chardet.NewTextDetector().DetectAll(sample)
	if err != nil {
		return charmap.Windows1252
	}
	// The detector's order among equals changes from run to run.
	slices.SortFunc(results, func(a, b chardet.Result) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Charset, b.Charset))
	})
	for _, result := range results {
		if result.Confidence < leastConfidence {
			break
		}
		if encoding := eightBit(result.Charset); encoding != nil {
			return encoding
		}
	}
	return charmap.Windows1252
}
