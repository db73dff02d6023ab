package health

import (
	"cmp"
	"context"
	"net/url"
	"strings"
)

// llama.cpp's llama-server, alone or as a router over several models. While it
// loads, every path but its page answers 503.
var llamaCpp = server{
	kind: LlamaCpp, name: "llama.cpp",
	ports: []int{8080, 9931}, // 9931 is announced as the next default
	signs: map[string]func(answer) bool{
		// Its name is in each answer, also in those to unknown paths.
		pathKobold: func(a answer) bool {
			return strings.HasPrefix(a.header, "llama.cpp") ||
				a.busy() && a.body.child("error").text("type") == "unavailable_error"
		},
		pathModels: ownedBy("llamacpp"), // behind a proxy that replaces the header
	},
	inspect: inspectLlamaCpp,
	counting: &counting{
		path:   "/tokenize",
		body:   func(model, text string) any { return map[string]any{"model": model, "content": text} },
		tokens: listedTokens,
	},
	chatting: &counting{path: "/v1/chat/completions/input_tokens", body: oneMessage, tokens: inputTokens}, // since June 2026
}

func inspectLlamaCpp(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, pathModels, "/props") // neither wakes a sleeping model
	props := s.get(ctx, "/props")
	if props.status == 401 && !r.opened(props) { // older servers guard this one only
		return
	}
	list, ok := listed(ctx, s, r)
	if !ok {
		return
	}
	r.Version = props.body.text("build_info")
	r.CanCount = true
	if props.body.text("role") == "router" || len(list) > 0 && list[0].child("status") != nil {
		inspectRouter(ctx, s, r, list)
		return
	}
	model := r.choose(list)
	r.Model = cmp.Or(props.body.text("model_alias"), r.Model) // which it has but one of
	if props.body.flag("is_sleeping") {
		r.State = Sleeping
	}
	r.setWindow(model.child("meta").number("n_ctx"), Effective)
	r.setWindow(props.body.child("default_generation_settings").number("n_ctx"), Effective)
	r.Trained = model.child("meta").number("n_ctx_train")
	if s.thorough && r.State == Ready {
		// Without its flag each of them answers 501 before it looks at the rest.
		r.CanEmbed = s.post(ctx, "/v1/embeddings", struct{}{}).status == 400
		r.CanRerank = s.post(ctx, "/v1/rerank", struct{}{}).status == 400
	}
}

// routerStates are a router's words for the states of models. A loaded model is
// preferred to one that sleeps, and that to one that is still loading.
var routerStates = []struct {
	word  string
	model ModelState
	state State
}{
	{"loaded", ModelLoaded, Ready},
	{"sleeping", ModelSleeping, Sleeping},
	{"loading", ModelLoading, Loading},
}

func inspectRouter(ctx context.Context, s *session, r *Report, list []object) {
	r.State = NoModel
	best := len(routerStates)
	var chosen object
	for _, m := range list {
		state := ModelUnloaded
		for i, known := range routerStates {
			if m.child("status").text("value") != known.word {
				continue
			}
			state = known.model
			if i < best {
				best, chosen = i, m
			}
		}
		r.add(m.text("id"), state)
	}
	if chosen == nil {
		return
	}
	r.State, r.Model = routerStates[best].state, chosen.text("id")
	if r.State == Loading {
		if s.thorough {
			r.Progress = routerProgress(ctx, s, r.Model)
		}
		return
	}
	r.setWindow(routerWindow(ctx, s, chosen), Effective)
	r.Trained = chosen.child("meta").number("n_ctx_train")
}

// routerWindow returns a running model's window. Routers of before May 2026
// don't list it; the router's own 0 is a dummy.
func routerWindow(ctx context.Context, s *session, m object) int {
	if n := m.child("meta").number("n_ctx"); n > 0 {
		return n
	}
	// Without autoload=false this would load the model, were it gone by now.
	props := s.get(ctx, "/props?autoload=false&model="+url.QueryEscape(m.text("id")))
	return props.body.child("default_generation_settings").number("n_ctx")
}
