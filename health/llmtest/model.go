package llmtest

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Sizes of the models, in numbers per token and the like.
const (
	width  = 64
	heads  = 4
	hidden = 128 // of the feed-forward part
	layers = 2
)

// ChatModel writes a chat model that was "trained" for a window of so many
// tokens to a new file of this name and returns its path. Its tokenizer is that
// of the vocabulary file, as llama.cpp keeps some in its folder models; "" is a
// tokenizer of about a token for each character.
func ChatModel(t testing.TB, name string, window int, vocabulary string) string {
	t.Helper()
	g := newGGUF("llama")
	tokens := len(characters())
	if vocabulary == "" {
		g.setCharacters()
	} else {
		tokens = g.copyTokenizer(t, vocabulary)
	}
	g.set("llama.context_length", typeUint32, uint32(window))
	g.set("llama.embedding_length", typeUint32, uint32(width))
	g.set("llama.block_count", typeUint32, uint32(layers))
	g.set("llama.feed_forward_length", typeUint32, uint32(hidden))
	g.set("llama.attention.head_count", typeUint32, uint32(heads))
	g.set("llama.attention.head_count_kv", typeUint32, uint32(heads))
	g.set("llama.attention.layer_norm_rms_epsilon", typeFloat32, float32(1e-5))
	g.set("llama.rope.dimension_count", typeUint32, uint32(width/heads))
	g.set("llama.vocab_size", typeUint32, uint32(tokens))
	g.addChatTensors(tokens)
	return g.save(t, name)
}

func (g *gguf) addChatTensors(tokens int) {
	deviation := 1 / math.Sqrt(width)
	g.noise("token_embd.weight", 1, width, tokens)
	for i := range layers {
		layer := fmt.Sprintf("blk.%d.", i)
		g.constant(layer+"attn_norm.weight", 1, width)
		for _, part := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
			g.noise(layer+part+".weight", deviation, width, width)
		}
		g.constant(layer+"ffn_norm.weight", 1, width)
		g.noise(layer+"ffn_gate.weight", deviation, width, hidden)
		g.noise(layer+"ffn_up.weight", deviation, width, hidden)
		g.noise(layer+"ffn_down.weight", deviation, hidden, width)
	}
	g.constant("output_norm.weight", 1, width)
	g.noise("output.weight", deviation, width, tokens)
}

// EmbeddingModel writes a model of 64 dimensions that embeds up to 512 tokens
// to a new file of this name and returns its path.
func EmbeddingModel(t testing.TB, name string) string {
	t.Helper()
	const window = 512
	g := newGGUF("bert")
	tokens := g.setWordPieces()
	g.set("bert.context_length", typeUint32, uint32(window))
	g.set("bert.embedding_length", typeUint32, uint32(width))
	g.set("bert.block_count", typeUint32, uint32(1))
	g.set("bert.feed_forward_length", typeUint32, uint32(hidden))
	g.set("bert.attention.head_count", typeUint32, uint32(heads))
	g.set("bert.attention.layer_norm_epsilon", typeFloat32, float32(1e-12))
	g.set("bert.attention.causal", typeBool, false)
	g.set("bert.pooling_type", typeUint32, uint32(1)) // the mean
	g.addEmbeddingTensors(tokens, window)
	return g.save(t, name)
}

func (g *gguf) addEmbeddingTensors(tokens, window int) {
	deviation := 1 / math.Sqrt(width)
	norm := func(name string) {
		g.constant(name+".weight", 1, width)
		g.constant(name+".bias", 0, width)
	}
	linear := func(name string, in, out int) {
		g.noise(name+".weight", deviation, in, out)
		g.constant(name+".bias", 0, out)
	}
	g.noise("token_embd.weight", 1, width, tokens)
	g.noise("token_types.weight", .02, width, 2)
	g.noise("position_embd.weight", .02, width, window)
	norm("token_embd_norm")
	for _, part := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
		linear("blk.0."+part, width, width)
	}
	norm("blk.0.attn_output_norm")
	linear("blk.0.ffn_up", width, hidden)
	linear("blk.0.ffn_down", hidden, width)
	norm("blk.0.layer_output_norm")
}

func (g *gguf) save(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	if err := errors.Join(g.writeTo(w), w.Flush(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}
