package health

import (
	"context"
	"strings"
)

// LM Studio answers unknown paths with status 200 and an error. It has no
// endpoint that counts tokens.
var lmStudio = server{
	kind: LMStudio, name: "LM Studio",
	ports: []int{1234},
	start: "lms server start",
	signs: map[string]func(answer) bool{
		pathKobold: func(a answer) bool { return strings.HasPrefix(a.body.text("error"), "Unexpected endpoint") },
	},
	inspect: inspectLMStudio,
}

func inspectLMStudio(ctx context.Context, s *session, r *Report) {
	a := s.get(ctx, "/api/v1/models") // since 0.4.0
	if a.status == 401 && !r.opened(a) {
		return
	}
	if list, ok := a.body.list("models"); ok {
		inspectLMStudioV1(r, list)
		return
	}
	if list, ok := s.get(ctx, "/api/v0/models").body.list("data"); ok { // since 0.3.6
		inspectLMStudioV0(r, list)
		return
	}
	// The oldest lists all that are downloaded, and loads on demand.
	if list, ok := listed(ctx, s, r); ok {
		r.choose(list)
	}
}

func inspectLMStudioV1(r *Report, list []object) {
	r.State = NoModel
	for _, m := range list {
		instances, _ := m.list("loaded_instances")
		state := ModelUnloaded
		if len(instances) > 0 {
			state = ModelLoaded
		}
		r.add(m.text("key"), state)
		if m.text("type") == "embedding" {
			r.CanEmbed = true
			continue
		}
		if state == ModelLoaded && r.State == NoModel {
			r.State, r.Model = Ready, instances[0].text("id")
			r.setWindow(instances[0].child("config").number("context_length"), Effective)
			r.Trained = m.number("max_context_length")
		}
	}
}

func inspectLMStudioV0(r *Report, list []object) {
	r.State = NoModel
	for _, m := range list {
		state := ModelUnloaded
		if m.text("state") == "loaded" {
			state = ModelLoaded
		}
		r.add(m.text("id"), state)
		if m.text("type") == "embeddings" {
			r.CanEmbed = true
			continue
		}
		if state == ModelLoaded && r.State == NoModel {
			r.State, r.Model = Ready, m.text("id")
			r.setWindow(m.number("loaded_context_length"), Effective)
			r.Trained = m.number("max_context_length")
		}
	}
}
