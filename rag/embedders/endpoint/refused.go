package endpoint

import (
	"context"
	"errors"

	"rag-context/rag/modelserver"
)

// shortest is the length in bytes up to which no text is too long: the smallest
// window among known models is 256 tokens, a token takes a byte or more, and a
// prefix wants some of them.
const shortest = 128

// embedBatch embeds the texts, each of which begins with a prefix of that many
// bytes. A batch that the server refuses goes out again in halves, and a text
// that it refuses alone goes out again with the first half of it, because
// servers differ in what they say to a text that is longer than the model's
// window: most refuse it with one status or another, and Ollama has versions
// that do so although asked to truncate (ollama/ollama#14186).
func (e *Embedder) embedBatch(ctx context.Context, prefix int, texts []string) ([][]float32, error) {
	vectors, err := e.ask(ctx, texts)
	if _, refused := errors.AsType[*refusal](err); !refused {
		return vectors, err
	}
	if n := len(texts); n > 1 {
		first, err := e.embedBatch(ctx, prefix, texts[:n/2])
		if err != nil {
			return nil, err
		}
		second, err := e.embedBatch(ctx, prefix, texts[n/2:])
		return append(first, second...), err
	}
	text := texts[0][prefix:]
	if len(text) > shortest {
		return e.embedBatch(ctx, prefix, []string{texts[0][:prefix] + modelserver.Beginning(text, len(text)/2)})
	}
	return e.embedNothing(ctx, err)
}

// embedNothing judges a short text that was refused. If the server takes a plain
// word, it is the text that the model can't do with (some make not-a-numbers of
// a few), else it is the request.
func (e *Embedder) embedNothing(ctx context.Context, refused error) ([][]float32, error) {
	if _, err := e.ask(ctx, []string{"word"}); err != nil {
		return nil, refused
	}
	return [][]float32{nil}, nil
}
