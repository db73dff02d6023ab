package endpoint

import (
	"encoding/json"
	"fmt"
)

// protocol is how one kind of server is asked.
type protocol struct {
	path    string
	request func(model string, texts []string) any
	// read returns the vectors in the order of the texts, or what is wrong.
	read  func(answer []byte) (vectors [][]float32, problem string)
	start string                    // what to do if nobody is there
	get   func(model string) string // what to do if it has no such model
}

var protocols = map[Kind]protocol{
	OpenAI: {
		path: "v1/embeddings", request: openAIRequest, read: readOpenAI,
		start: "start the server, e.g. llama-server --embeddings -m MODEL, or check its URL",
		get:   func(string) string { return "look for the model's name in the server's list of them, /v1/models" },
	},
	Ollama: {
		path: "api/embed", request: ollamaRequest, read: readOllama,
		start: "start it: ollama serve, or check its URL",
		get:   func(model string) string { return "ollama pull " + model },
	},
}

const notJSON = "gave no vectors but something else"

func openAIRequest(model string, texts []string) any {
	return struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{model, texts}
}

// readOpenAI puts vectors where their index says. Servers may leave all indexes
// out, then they are in order.
func readOpenAI(answer []byte) (vectors [][]float32, problem string) {
	var body struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if json.Unmarshal(answer, &body) != nil || body.Data == nil {
		return nil, notJSON
	}
	vectors = make([][]float32, len(body.Data))
	for i, item := range body.Data {
		if item.Index != nil {
			i = *item.Index
		}
		if i < 0 || i >= len(vectors) || vectors[i] != nil {
			return nil, fmt.Sprintf("gave vectors with wrong indexes (%d)", i)
		}
		if item.Embedding == nil {
			return nil, notJSON
		}
		vectors[i] = item.Embedding
	}
	return vectors, ""
}

// ollamaRequest leaves keep_alive to the server's settings.
func ollamaRequest(model string, texts []string) any {
	return struct {
		Model    string   `json:"model"`
		Input    []string `json:"input"`
		Truncate bool     `json:"truncate"`
	}{model, texts, true}
}

func readOllama(answer []byte) (vectors [][]float32, problem string) {
	var body struct {
		Embeddings [][]float32 `json:"embeddings"`
	}
	if json.Unmarshal(answer, &body) != nil || body.Embeddings == nil {
		return nil, notJSON
	}
	return body.Embeddings, ""
}
