package health

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// ollamaDefaultWindow is what Ollama loads a model with on machines with less
// than 23 GiB of video memory (server/routes.go), in tokens.
const ollamaDefaultWindow = 4096

// Ollama loads models on demand and puts them away after some minutes, so that
// often none is loaded. It has no endpoint that counts tokens.
var ollama = server{
	kind: Ollama, name: "Ollama",
	ports:   []int{11434},
	start:   "ollama serve",
	signs:   map[string]func(answer) bool{pathRoot: says("Ollama is running")},
	inspect: inspectOllama,
}

// says is the sign of a server whose root is a line of text.
func says(line string) func(answer) bool {
	return func(a answer) bool { return strings.TrimSpace(a.text) == line }
}

func inspectOllama(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, "/api/version", "/api/ps", "/api/tags")
	r.Version = s.get(ctx, "/api/version").body.text("version")
	running, installed := s.get(ctx, "/api/ps"), s.get(ctx, "/api/tags")
	if !r.opened(installed) || !r.opened(running) {
		return
	}
	loaded, _ := running.body.list("models")
	all, _ := installed.body.list("models")
	r.State = NoModel
	var chats []string
	for _, m := range all {
		name := m.text("name")
		embeds := embedsOnly(m)
		r.CanEmbed = r.CanEmbed || embeds
		if !embeds {
			chats = append(chats, name)
		}
		r.add(name, ollamaState(name, loaded))
	}
	for _, m := range loaded {
		if name := m.text("name"); slices.Contains(chats, name) {
			r.State, r.Model = Ready, name
			r.setWindow(m.number("context_length"), Effective)
			if _, told := m["context_length"]; told && r.Window == 0 { // before 2025 it tells none
				r.State = Loading
			}
			break
		}
	}
	if r.Model == "" && len(chats) == 1 {
		r.Model = chats[0]
	}
	if r.Model != "" {
		showOllama(s.post(ctx, "/api/show", map[string]string{"model": r.Model}), r)
	}
}

// embedsOnly reports whether a model can't chat. Ollama 0.17 does not list
// capabilities yet.
func embedsOnly(m object) bool {
	if len(m.array("capabilities")) > 0 {
		return m.holds("capabilities", "embedding")
	}
	return strings.Contains(m.child("details").text("family"), "bert") || strings.Contains(m.text("name"), "embed")
}

func ollamaState(name string, loaded []object) ModelState {
	if slices.ContainsFunc(loaded, func(m object) bool { return m.text("name") == name }) {
		return ModelLoaded
	}
	return ModelUnloaded
}

// showOllama adds what the model's own description says, which loads nothing.
func showOllama(a answer, r *Report) {
	info := a.body.child("model_info")
	r.Trained = info.number(info.text("general.architecture") + ".context_length")
	set := parameter(a.body.text("parameters"), "num_ctx")
	if r.Window == 0 {
		r.setWindow(set, Configured)
	}
	if r.Window == ollamaDefaultWindow && set == 0 && r.Trained > r.Window {
		r.Note = "Ollama's default window of 4096 tokens cuts longer conversations without a word: OLLAMA_CONTEXT_LENGTH=16384 ollama serve gives more, as does the page's num_ctx"
	}
}

// parameter finds a whole number in lines of names and values.
func parameter(lines, name string) int {
	for line := range strings.Lines(lines) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == name {
			n, _ := strconv.Atoi(fields[1])
			return max(0, min(n, maxNumber))
		}
	}
	return 0
}
