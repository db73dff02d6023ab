package pack

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// family is how a family of tokenizers differs from the most that any of the
// common ones takes. Costs are in thousandths of a token per character; they
// come from linear fits on prose, code, markup, logs and tables in many
// languages, and are raised where real tokenizers took more.
type family struct {
	digit, punct, newline, blank       int // blank is a newline after another
	cyrillic, indic, kana, han, hangul int
	bytewise                           bool // takes all other scripts byte by byte
	margin                             int  // percent of the sum
	template                           int  // tokens that a chat puts around a message; 0 means usualTemplate
}

// usualTemplate is more than most templates take: they have 5 to 80 tokens, with
// a system message that is part of some up to 250.
const usualTemplate = 256

// modern is the most that any of the common families takes.
var modern = family{1000, 766, 850, 250, 360, 1081, 637, 1082, 758, false, 115, 0}

// families are told by parts of models' names, the first that is found in the
// name. DeepSeek is not among them: most of what people run under that name has
// another model's tokenizer.
var families = []struct {
	parts []string
	costs family
}{
	{[]string{"llama-2", "llama2", "tinyllama", "mistral-7b", "mistral:7b", "mixtral", "vicuna", "codellama", "phi-3", "phi3"},
		family{1116, 840, 1910, 1000, 385, 1180, 1019, 1133, 1900, true, 125, 0}},
	{[]string{"starcoder", "deepseek-coder", "deepseek-llm", "gpt2", "gpt-2"},
		family{1000, 766, 850, 1000, 1200, 2000, 1500, 2000, 2400, true, 130, 0}},
	{[]string{"qwen", "qwq"}, family{1194, 640, 850, 250, 360, 1113, 637, 814, 815, false, 115, 0}},
	{[]string{"llama"}, family{655, 640, 850, 250, 330, 598, 650, 924, 733, false, 115, 0}},
	{[]string{"gemma"}, family{1140, 835, 850, 250, 330, 300, 420, 680, 640, false, 115, 0}},
	{[]string{"gpt-oss"}, family{649, 640, 850, 250, 300, 400, 710, 905, 685, false, 115, 0}},
	{[]string{"nemo", "ministral", "magistral", "devstral", "mistral-small", "mistral-large", "pixtral"},
		family{1181, 640, 850, 250, 320, 440, 647, 1109, 654, false, 115, 768}}, // its system message may be a page long,
}

// EstimatorFor returns an estimate like [EstimateTokens] for the family of
// tokenizers that a model's name tells; EstimateTokens itself where it tells
// none.
func EstimatorFor(model string) func(text string) int { return familyOf(model).estimate }

// TemplateFor estimates, on the high side, how many tokens a chat puts around a
// message for a model of this name.
func TemplateFor(model string) int { return cmp.Or(familyOf(model).template, usualTemplate) }

// familyOf is the family that a model's name tells, modern where it tells none.
func familyOf(model string) family {
	model = strings.ToLower(model)
	for _, f := range families {
		for _, part := range f.parts {
			if strings.Contains(model, part) {
				return f.costs
			}
		}
	}
	return modern
}

func (f family) estimate(text string) int {
	var sum int
	s := scanner{family: f}
	for _, r := range text {
		sum += s.cost(r)
	}
	return (sum*f.margin/100 + 999) / 1000
}

// script returns the cost of the characters that families differ in, 0 for
// others.
func (f family) script(r rune) int {
	switch {
	case r >= 0x0400 && r <= 0x052F:
		return f.cyrillic
	case r >= 0x0900 && r <= 0x097F:
		return f.indic
	case r >= 0x3040 && r <= 0x30FF:
		return f.kana
	case r >= 0x4E00 && r <= 0x9FFF:
		return f.han
	case r >= 0xAC00 && r <= 0xD7A3:
		return f.hangul
	case f.bytewise && r > lastLatin:
		return utf8.RuneLen(r) * 1000
	}
	return 0
}
