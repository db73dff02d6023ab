package health

import (
	"context"
	"slices"
)

// LocalAI loads models on demand, also to count tokens, so that tokens are only
// counted by one that is known to be loaded.
var localAI = server{
	kind: LocalAI, name: "LocalAI",
	ports:   []int{8080},
	signs:   map[string]func(answer) bool{pathLocalAI: answer.ok},
	inspect: inspectLocalAI,
	counting: &counting{
		path:   "/v1/tokenize",
		body:   func(model, text string) any { return map[string]any{"model": model, "content": text} },
		tokens: listedTokens,
	},
}

func inspectLocalAI(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, "/readyz", "/version", "/system", pathModels)
	r.Version = s.get(ctx, "/version").body.text("version")
	if s.get(ctx, "/readyz").busy() {
		r.State = Loading
		return
	}
	list, ok := listed(ctx, s, r)
	if !ok {
		return
	}
	system := s.get(ctx, "/system") // for administrators
	running, known := system.body.list("loaded_models")
	if !known {
		r.choose(list)
		return
	}
	r.State = NoModel
	for _, m := range list {
		id, state := m.text("id"), ModelUnloaded
		if slices.ContainsFunc(running, func(other object) bool { return other.text("id") == id }) {
			state = ModelLoaded
		}
		r.add(id, state)
		if state == ModelLoaded && r.State == NoModel {
			r.State, r.Model, r.CanCount = Ready, id, true
		}
	}
}
