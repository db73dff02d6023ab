package pack

import "strings"

// family is how a family of tokenizers differs from the most that any of the
// common ones takes: costs in thousandths of a token per character. They come
// from linear fits on prose, code, markup, logs and tables in many languages.
type family struct {
	digit, punct, newline              int
	cyrillic, indic, kana, han, hangul int
}

// modern is the most that any of the common families takes.
var modern = family{1000, 766, 850, 360, 1081, 637, 1082, 758}

// families are told by parts of models' names, the first that is found in the
// name. Names of what was distilled stand before those of the teacher: models
// keep their own tokenizer.
var families = []struct {
	parts []string
	costs family
}{
	{[]string{"llama-2", "llama2", "tinyllama", "mistral-7b", "mixtral", "vicuna", "codellama", "phi-3", "phi3"},
		family{1116, 840, 1910, 385, 1180, 1019, 1133, 1297}},
	{[]string{"qwen", "qwq"}, family{1194, 520, 850, 360, 1113, 637, 814, 815}},
	{[]string{"llama"}, family{655, 560, 850, 330, 598, 650, 924, 733}},
	{[]string{"gemma"}, family{1140, 835, 850, 330, 300, 420, 680, 640}},
	{[]string{"gpt-oss"}, family{649, 594, 850, 300, 400, 710, 905, 685}},
	{[]string{"nemo", "ministral", "magistral", "devstral", "mistral-small", "mistral-large", "pixtral"}, family{1181, 600, 850, 320, 440, 647, 1109, 654}},
	{[]string{"deepseek"}, family{622, 690, 850, 320, 669, 631, 709, 773}},
}

// EstimatorFor returns an estimate like [EstimateTokens] for the family of
// tokenizers that a model's name tells; EstimateTokens itself where it tells
// none.
func EstimatorFor(model string) func(text string) int {
	model = strings.ToLower(model)
	for _, f := range families {
		for _, part := range f.parts {
			if strings.Contains(model, part) {
				return f.costs.estimate
			}
		}
	}
	return EstimateTokens
}

func (f family) estimate(text string) int {
	var sum int
	s := scanner{family: f}
	for _, r := range text {
		sum += s.cost(r)
	}
	return (sum*marginPercent/100 + 999) / 1000
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
	}
	return 0
}
