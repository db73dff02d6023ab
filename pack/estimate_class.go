package pack

import (
	"sort"
	"unicode/utf8"
)

// class is a range of characters of about the same cost.
type class struct {
	last rune // inclusive; the range starts after the one before
	cost int  // thousandths of a token per character; 0 means one per byte
}

// lastLatin is the last of the Latin letters with marks of European languages.
const lastLatin = 0x024F

// classes covers all characters beyond ASCII, in order. Ranges without a
// measured cost count a token per byte of UTF-8: no tokenizer of the kinds in
// use needs more.
var classes = []class{
	{0x00BF, 1221},    // Latin-1 signs
	{lastLatin, 2000}, // Latin letters; text that has them costs more in its ASCII letters too
	{0x036F, 2200},    // phonetic letters, combining marks
	{0x03FF, 950},     // Greek
	{0x052F, 360},     // Cyrillic
	{0x058F, 1800},    // Armenian
	{0x05FF, 1050},    // Hebrew
	{0x06FF, 480},     // Arabic
	{0x08FF, 0},       // Syriac to Arabic extensions
	{0x097F, 1081},    // Devanagari
	{0x0DFF, 1500},    // other scripts of India
	{0x0E7F, 700},     // Thai
	{0x109F, 0},       // Lao, Tibetan, Burmese
	{0x10FF, 1900},    // Georgian
	{0x1DFF, 0},       // Hangul parts, Ethiopic, Khmer, Mongolian and more
	{0x1EFF, 1221},    // Latin letters of Vietnamese
	{0x1FFF, 0},       // ancient Greek
	{0x206F, 1100},    // dashes, quotes, bullets
	{0x218F, 1700},    // currency, letterlike signs, numbers
	{0x25FF, 1700},    // arrows, mathematics, boxes
	{0x2FFF, 0},       // pictures, radicals
	{0x303F, 1100},    // Chinese and Japanese punctuation
	{0x30FF, 637},     // kana
	{0x4DFF, 0},       // rare Chinese characters
	{0x9FFF, 1082},    // Chinese characters
	{0xABFF, 0},       // Yi and more
	{0xD7A3, 758},     // Hangul
	{0xFEFF, 0},       // private use, presentation forms
	{0xFFEF, 1300},    // fullwidth forms
	{utf8.MaxRune, 0}, // emoji, rare scripts, rarer Chinese characters
}

// classCost returns the cost of a character beyond ASCII.
func classCost(r rune) int {
	i := sort.Search(len(classes), func(i int) bool { return r <= classes[i].last })
	if cost := classes[i].cost; cost > 0 {
		return cost
	}
	return utf8.RuneLen(r) * 1000
}
