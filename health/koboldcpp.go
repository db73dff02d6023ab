package health

import (
	"context"
	"strings"
)

// KoboldCpp listens once its model is loaded. It imitates Ollama and llama.cpp.
var koboldCpp = server{
	kind: KoboldCpp, name: "KoboldCpp",
	ports: []int{5001},
	signs: map[string]func(answer) bool{
		pathKobold:  func(a answer) bool { return a.body.text("result") == "KoboldCpp" },
		pathService: offers("KoboldCpp"),
		pathModels:  ownedBy("koboldcpp"),
	},
	inspect: inspectKoboldCpp,
	counting: &counting{
		path:   "/api/extra/tokencount",
		body:   func(_, text string) any { return map[string]any{"prompt": text, "special": true} },
		tokens: func(a answer) int { return a.body.number("value") },
	},
}

// offers is the sign of a server that names its software as NodeInfo does.
func offers(software string) func(answer) bool {
	return func(a answer) bool { return a.body.child("software").text("name") == software }
}

func inspectKoboldCpp(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, "/api/v1/model", "/api/extra/true_max_context_length")
	version := s.get(ctx, pathKobold).body
	r.Version = version.text("version")
	r.CanEmbed = version.flag("embeddings")
	model := s.get(ctx, "/api/v1/model")
	if !r.opened(model) {
		return
	}
	name := strings.TrimPrefix(model.body.text("result"), "koboldcpp/")
	if name == "" || name == "inactive" {
		r.State = NoModel
		return
	}
	r.State, r.Model, r.CanCount = Ready, name, true
	r.add(name, ModelLoaded)
	r.setWindow(s.get(ctx, "/api/extra/true_max_context_length").body.number("value"), Effective)
}
