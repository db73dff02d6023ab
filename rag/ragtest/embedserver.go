package ragtest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// EmbedderServer serves an [Embedder] as a model server would: by OpenAI's
// /v1/embeddings and by Ollama's /api/embed, with the lists of models of these
// two and of LM Studio. It holds one chat model too, which embeds nothing.
type EmbedderServer struct {
	Embedder Embedder
	Model    string // its name
	// Window is how many words of a text fit; longer ones are refused. 0 means
	// any number.
	Window int
	// Key is the API key without which nothing is answered; "" needs none.
	Key string
}

// chatModel is what else the server has.
const chatModel = "chatty-7b"

// ServeHTTP implements http.Handler.
func (s EmbedderServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key {
		reply(w, http.StatusUnauthorized, fields{"error": fields{"message": "Invalid API Key", "type": "authentication_error"}})
		return
	}
	switch r.Method + " " + r.URL.Path {
	case "GET /v1/models":
		reply(w, http.StatusOK, fields{"object": "list", "data": []fields{{"id": chatModel, "object": "model"}, {"id": s.Model, "object": "model"}}})
	case "GET /api/v0/models":
		reply(w, http.StatusOK, fields{"data": []fields{{"id": chatModel, "type": "llm"}, {"id": s.Model, "type": "embeddings"}}})
	case "GET /api/tags":
		reply(w, http.StatusOK, fields{"models": []fields{{"name": chatModel}, {"name": s.Model}}})
	case "POST /api/show":
		s.show(w, r)
	case "POST /v1/embeddings":
		if vectors := s.embed(w, r); vectors != nil {
			reply(w, http.StatusOK, fields{"object": "list", "model": s.Model, "data": indexed(vectors)})
		}
	case "POST /api/embed":
		if vectors := s.embed(w, r); vectors != nil {
			reply(w, http.StatusOK, fields{"model": s.Model, "embeddings": vectors})
		}
	default:
		reply(w, http.StatusNotFound, fields{"error": "not found"})
	}
}

func (s EmbedderServer) show(w http.ResponseWriter, r *http.Request) {
	capability := "completion"
	if asked := s.asked(w, r); asked == nil {
		return
	} else if asked.Model == s.Model {
		capability = "embedding"
	}
	reply(w, http.StatusOK, fields{"capabilities": []string{capability}})
}

// question is the body of a request.
type question struct {
	Model string
	Input []string
}

// asked reads the body of a request; nil if that has been answered.
func (s EmbedderServer) asked(w http.ResponseWriter, r *http.Request) *question {
	var asked question
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		reply(w, http.StatusBadRequest, fields{"error": err.Error()})
		return nil
	}
	if asked.Model != s.Model && asked.Model != chatModel {
		reply(w, http.StatusNotFound, fields{"error": "model '" + asked.Model + "' not found"})
		return nil
	}
	return &asked
}

// embed returns the vectors of the request's texts, nil if it was refused. What
// has no words has a vector of zeros: a server gives something for each text.
func (s EmbedderServer) embed(w http.ResponseWriter, r *http.Request) [][]float32 {
	asked := s.asked(w, r)
	if asked == nil {
		return nil
	}
	vectors := make([][]float32, len(asked.Input))
	for i, text := range asked.Input {
		words := words(text)
		if s.Window > 0 && len(words) > s.Window {
			reply(w, http.StatusBadRequest, fields{"error": "input exceeds the context length: " + strings.Join(words, " ")})
			return nil
		}
		if vectors[i] = s.Embedder.vector(words); vectors[i] == nil {
			vectors[i] = make([]float32, s.Embedder.dimensions())
		}
	}
	return vectors
}

func indexed(vectors [][]float32) (data []fields) {
	for i, vector := range vectors {
		data = append(data, fields{"object": "embedding", "index": i, "embedding": vector})
	}
	return data
}

// fields are a JSON object.
type fields map[string]any

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}
