package health

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
)

// Remedy says in one line what to do so that the server becomes ready; "" where
// it is, or becomes so by itself.
func (r Report) Remedy() string {
	switch r.State {
	case Ready, Sleeping:
		return ""
	case Loading:
		return "wait until it has loaded its model: rag-context health --wait 60s"
	case NoModel:
		return r.load()
	case Unauthorized:
		return "put the key it expects into RAG_CONTEXT_LLM_KEY, or start it without one"
	case Slow:
		return fmt.Sprintf("see whether %s is busy or hangs; restart it if it stays silent", r.URL)
	case Failing:
		return fmt.Sprintf("look into the log of the server at %s, and restart it", r.URL)
	case NotLLM:
		return fmt.Sprintf("give the URL of the LLM server: %s is something else", r.URL)
	case Invalid:
		return "give a URL like http://127.0.0.1:8080"
	}
	remedy := "start it, e.g. " + r.start() + ", or say where it is with --llm URL"
	if strings.HasPrefix(r.URL, "https:") {
		remedy += "; if it speaks no TLS, write http:// in the URL"
	}
	return remedy
}

// load says how a model gets into a server that has none loaded.
func (r Report) load() string {
	switch {
	case r.Kind == Ollama && len(r.Models) == 0:
		return "ollama pull MODEL gets one"
	case r.Kind == Ollama:
		return fmt.Sprintf("the first message loads one; so does: ollama run %s \"\"", shown(r.Model, "MODEL"))
	case r.Kind == LMStudio:
		return "load a model in LM Studio, or: lms load"
	case r.Kind == LlamaCpp && len(r.Models) > 0:
		return "choose a model in its page; the first message loads it"
	}
	return fmt.Sprintf("load a model in the server at %s, or start one with it, e.g. %s", r.URL, r.start())
}

// start is the command that would make the URL answer.
func (r Report) start() string {
	u, err := url.Parse(r.URL)
	if err != nil || r.URL == "" {
		return cmp.Or(serverOf(r.Kind).start, llamaStart)
	}
	port := u.Port()
	switch {
	case port == "" && u.Scheme == "https":
		port = "443"
	case port == "":
		port = "80"
	}
	for _, s := range servers {
		if s.start != "" && port == fmt.Sprint(s.ports[0]) {
			return s.start
		}
	}
	return llamaStart + " --port " + port
}

const llamaStart = "llama-server -m MODEL"

// shown is the text if it may stand in a command as it is, else the other.
func shown(text, other string) string {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-:/", r)
	}) {
		return other
	}
	return text
}
