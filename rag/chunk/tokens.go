package chunk

import "unicode/utf8"

// cost is a size in hundredths of a token. Integers keep sums exact, so a sum
// doesn't depend on the order in which blocks are joined.
type cost int

const (
	oneToken    cost = 100
	costNewline cost = 60
)

// EstimateTokens returns about how many tokens a language model counts in the
// text, rounded up. It weighs characters by class: an ASCII letter is 0.22
// tokens, a digit 0.7, punctuation 0.6, a blank 0.08, a newline 0.6, a CJK
// character or emoji 1, any other letter 0.4. Text may hold any bytes.
func EstimateTokens(text string) int {
	return int((measure(text) + oneToken - 1) / oneToken)
}

func measure(text string) cost {
	var sum cost
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			sum += cost(asciiCost[c])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		sum += runeCost(r)
		i += size
	}
	return sum
}

var asciiCost = func() (table [utf8.RuneSelf]uint8) {
	for c := range table {
		switch {
		case c == '\n':
			table[c] = uint8(costNewline)
		case c <= ' ' || c == 0x7f:
			table[c] = 8
		case '0' <= c && c <= '9':
			table[c] = 70
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			table[c] = 22
		default:
			table[c] = 60
		}
	}
	return table
}()

// runeCost goes by Unicode's blocks: exact classes would cost more time than
// an estimate is worth.
func runeCost(r rune) cost {
	switch {
	case r < 0x1100: // alphabets, and U+FFFD's likes below
		return 40
	case r < 0x1200: // Hangul Jamo
		return 100
	case r >= 0x2000 && r < 0x2E80: // punctuation, arrows, mathematics, boxes
		return 60
	case r >= 0x2E80 && r < 0xA4D0, r >= 0xAC00 && r < 0xD7B0: // CJK, kana; Hangul
		return 100
	case r >= 0xF900 && r < 0xFB00, r >= 0xFF00 && r < 0xFFF0: // CJK compatibility, full width
		return 100
	case r >= 0x1F000: // emoji, CJK extensions
		return 100
	}
	return 40
}
