package pack

import "unicode"

// skip is what fold makes of characters that take no place of their own.
const skip rune = -1

// lookalikes of "<", of "/", and of the letters of the block's tag names, apart
// from those that fold computes.
var lookalikes = map[rune]rune{
	'‹': '<', '⟨': '<', '〈': '<', '\u2329': '<', '《': '<', '﹤': '<', '˂': '<', 'ᐸ': '<', '❮': '<', '❰': '<', '≺': '<',
	'⁄': '/', '∕': '/', '⧸': '/', '╱': '/', '⟋': '/', '﹨': '\\', '∖': '\\', '⧵': '\\',
	'ѕ': 's', 'Ѕ': 's', 'ſ': 's', 'ꜱ': 's', 'о': 'o', 'О': 'o', 'ο': 'o', 'Ο': 'o', 'օ': 'o', 'ᴏ': 'o',
	'υ': 'u', 'ս': 'u', 'ᴜ': 'u', 'г': 'r', 'ᴦ': 'r', 'ʀ': 'r', 'с': 'c', 'С': 'c', 'ϲ': 'c', 'ᴄ': 'c',
	'е': 'e', 'Е': 'e', 'Ε': 'e', 'ᴇ': 'e', 'ԛ': 'q', 'Ԛ': 'q', 'т': 't', 'Т': 't', 'Τ': 't', 'τ': 't', 'ᴛ': 't',
	'і': 'i', 'І': 'i', 'Ι': 'i', 'ι': 'i', 'ı': 'i', 'ɪ': 'i', 'ո': 'n', 'Ν': 'n', 'ɴ': 'n',
}

// fold maps a character to the ASCII character that it looks like, in lower
// case: fullwidth, mathematical and foreign lookalikes, and skip for marks that
// stand on another character and for invisible ones. Others stay as they are.
func fold(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z':
		return r - 'A' + 'a'
	case r < 0x80:
		return r
	case r >= '！' && r <= '～': // fullwidth forms, in ASCII's order
		return fold(r - '！' + '!')
	case r >= 0x1D400 && r <= 0x1D6A3: // mathematical alphabets, A-Z then a-z
		return 'a' + (r-0x1D400)%26
	case r >= 0x1D7CE && r <= 0x1D7FF: // mathematical digits
		return '0' + (r-0x1D7CE)%10
	case unicode.In(r, unicode.Cf, unicode.Mn):
		return skip
	}
	if ascii, ok := lookalikes[r]; ok {
		return ascii
	}
	return r
}
