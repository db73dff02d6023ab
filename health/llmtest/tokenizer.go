package llmtest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Kinds of tokens, as GGUF numbers them.
const (
	tokenNormal  = 1
	tokenUnknown = 2
	tokenControl = 3
	tokenByte    = 6
)

const chatTemplate = "{% for m in messages %}<s>{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"

// space is how both kinds of tokenizers write the space before a word.
const space = "\u2581"

type token struct {
	text string
	kind int32
}

// characters is a vocabulary of SentencePiece's form: every byte, the printable
// characters of ASCII and some words.
func characters() []token {
	tokens := []token{{"<unk>", tokenUnknown}, {"<s>", tokenControl}, {"</s>", tokenControl}}
	for i := range 256 {
		tokens = append(tokens, token{fmt.Sprintf("<0x%02X>", i), tokenByte})
	}
	for c := '!'; c <= '~'; c++ {
		tokens = append(tokens, token{string(c), tokenNormal})
	}
	for _, word := range []string{"", "the", "of", "to", "and", "in", "is", "it"} {
		tokens = append(tokens, token{space + word, tokenNormal})
	}
	return tokens
}

func (g *gguf) setCharacters() {
	g.setTokens("llama", characters())
	g.set("tokenizer.ggml.bos_token_id", typeUint32, uint32(1))
	g.set("tokenizer.ggml.eos_token_id", typeUint32, uint32(2))
	g.set("tokenizer.ggml.unknown_token_id", typeUint32, uint32(0))
	g.set("tokenizer.chat_template", typeString, chatTemplate)
}

// setWordPieces is a vocabulary of BERT's form: every character at the start of
// a word and within. It returns its size.
func (g *gguf) setWordPieces() int {
	var tokens []token
	for _, special := range []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"} {
		tokens = append(tokens, token{special, tokenControl})
	}
	tokens[1].kind = tokenUnknown
	for c := '!'; c <= '~'; c++ {
		if c < 'A' || c > 'Z' {
			tokens = append(tokens, token{space + string(c), tokenNormal}, token{string(c), tokenNormal})
		}
	}
	g.setTokens("bert", tokens)
	g.set("tokenizer.ggml.token_type_count", typeUint32, uint32(2))
	for i, name := range []string{"padding", "unknown", "cls", "seperator", "mask"} { // spelt so
		g.set("tokenizer.ggml."+name+"_token_id", typeUint32, uint32(i))
	}
	return len(tokens)
}

func (g *gguf) setTokens(model string, tokens []token) {
	var texts []string
	var kinds []int32
	var scores []float32
	for i, token := range tokens {
		texts, kinds, scores = append(texts, token.text), append(kinds, token.kind), append(scores, float32(-i))
	}
	g.set("tokenizer.ggml.model", typeString, model)
	g.set("tokenizer.ggml.pre", typeString, "default")
	setList(g, "tokenizer.ggml.tokens", typeString, texts)
	setList(g, "tokenizer.ggml.token_type", typeInt32, kinds)
	setList(g, "tokenizer.ggml.scores", typeFloat32, scores)
}

// copyTokenizer takes all facts about the tokenizer of another file, and returns
// how many tokens it has.
func (g *gguf) copyTokenizer(t testing.TB, path string) (tokens int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{Reader: bytes.NewReader(data), data: data}
	r.Seek(int64(len(magic)+4+8), 0) // the tensors' number is of no interest
	for range r.uint64() {
		key := r.text()
		from := len(data) - r.Len()
		kind := r.uint32()
		if key == "tokenizer.ggml.tokens" {
			tokens = int(binary.LittleEndian.Uint64(data[from+8:]))
		}
		r.skip(kind)
		if strings.HasPrefix(key, "tokenizer.") {
			g.facts = append(g.facts, fact{key, data[from : len(data)-r.Len()]})
		}
	}
	if tokens == 0 {
		t.Fatalf("%s holds no vocabulary", path)
	}
	return tokens
}

// reader reads facts of a GGUF file that is trusted.
type reader struct {
	*bytes.Reader
	data []byte
}

func (r *reader) next(n int) []byte {
	from := len(r.data) - r.Len()
	r.Seek(int64(n), 1)
	return r.data[from : from+n]
}

func (r *reader) uint32() uint32 { return binary.LittleEndian.Uint32(r.next(4)) }
func (r *reader) uint64() uint64 { return binary.LittleEndian.Uint64(r.next(8)) }
func (r *reader) text() string   { return string(r.next(int(r.uint64()))) }

// fixed are the lengths of values of the types 0 to 12, in bytes; 0 for those
// that tell their own.
var fixed = [13]int{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8}

func (r *reader) skip(kind uint32) {
	switch kind {
	case typeString:
		r.text()
	case typeArray:
		element := r.uint32()
		for range r.uint64() {
			r.skip(element)
		}
	default:
		r.next(fixed[kind])
	}
}
