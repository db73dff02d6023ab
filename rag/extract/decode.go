package extract

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// sniffed is how many bytes from the start tell binary from text.
const sniffed = 8 << 10

// decode returns a file's text as valid UTF-8 without byte order mark, NULs and
// "\r", or the reason why there is none.
func decode(data []byte) (text, skip string) {
	if hasBinaryMagic(data) {
		return "", skipBinary
	}
	text, ok := decodeText(data)
	if !ok {
		return "", skipBinary
	}
	text = normalize(text)
	if strings.TrimSpace(text) == "" {
		return "", skipEmpty
	}
	return text, ""
}

func decodeText(data []byte) (text string, ok bool) {
	if encoding, mark := markedEncoding(data); encoding != nil {
		return decodeWith(encoding, data[mark:]), true
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if encoding := unmarkedUTF16(data); encoding != nil {
		return decodeWith(encoding, data), true
	}
	switch {
	case hasManyControls(data):
		return "", false
	case bytes.Contains(head(data), []byte("\x1b$B")) && utf8.Valid(data):
		return decodeWith(japanese.ISO2022JP, data), true
	case isMostlyUTF8(data):
		return strings.ToValidUTF8(string(data), "\ufffd"), true
	}
	return decodeWith(legacyEncoding(data), data), true
}

// markedEncoding returns the encoding that a byte order mark tells, and the
// mark's length; nil for none, and for UTF-8.
func markedEncoding(data []byte) (encoding.Encoding, int) {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}):
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), 4
	case bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), 4
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), 2
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), 2
	}
	return nil, 0
}

// decodeWith decodes what it can; the rest becomes U+FFFD.
func decodeWith(encoding encoding.Encoding, data []byte) string {
	text, err := encoding.NewDecoder().Bytes(data)
	if err != nil { // decoders replace and don't fail; keep it text all the same
		text = data
	}
	return strings.ToValidUTF8(string(text), "\ufffd")
}

// normalize gives every line end one form.
func normalize(text string) string {
	text = strings.ReplaceAll(text, "\x00", "")
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

func head(data []byte) []byte { return data[:min(len(data), sniffed)] }

// hasManyControls reports whether more than one byte in twenty is a control
// character that text has no use for. A log that lost a few bytes in a crash
// stays below that, compressed or executable bytes don't.
func hasManyControls(data []byte) bool {
	count := 0
	for _, c := range head(data) {
		if c < ' ' && !strings.ContainsRune("\t\n\v\f\r\b\x1b", rune(c)) || c == 0x7f {
			count++
		}
	}
	return count*20 > len(head(data))
}

// isMostlyUTF8 reports whether data is UTF-8, or is so with little damage: by
// far more characters beyond ASCII are whole than broken. Legacy encodings
// look the other way round.
func isMostlyUTF8(data []byte) bool {
	if utf8.Valid(data) {
		return true
	}
	whole, broken := 0, 0
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case size > 1:
			whole++
		case r == utf8.RuneError && utf8.FullRune(data[i:]): // not just cut off at the end
			broken++
		}
		i += size
	}
	return whole > broken*4
}

// hasBinaryMagic knows formats by their first bytes. Those that hold many NULs
// need no mention.
func hasBinaryMagic(data []byte) bool {
	for _, magic := range []string{
		"%PDF-", "%!PS", `{\rtf`, "\x89PNG", "\xff\xd8\xff", "GIF87a", "GIF89a", "PK\x03\x04", "PK\x05\x06",
		"\x7fELF", "\x1f\x8b", "BZh9", "\xfd7zXZ", "\x28\xb5\x2f\xfd", "7z\xbc\xaf", "Rar!\x1a", "SQLite format 3\x00",
		"OggS", "ID3\x03", "ID3\x04", "fLaC", "wOFF", "wOF2", "\x00asm", "\xca\xfe\xba\xbe", "!<arch>\n",
	} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return true
		}
	}
	return bytes.HasPrefix(data, []byte("RIFF")) && len(data) > 8 && bytes.IndexByte(data[4:8], 0) >= 0
}
