package health

import "context"

// Lemonade keeps several models loaded, each of its own kind.
var lemonade = server{
	kind: Lemonade, name: "Lemonade",
	ports: []int{13305, 8000},
	signs: map[string]func(answer) bool{
		pathLemonade: func(a answer) bool {
			_, told := a.body["model_loaded"]
			return told
		},
	},
	inspect: inspectLemonade,
	counting: &counting{
		path:   "/v1/tokenize",
		body:   func(model, text string) any { return map[string]any{"model": model, "content": text} },
		tokens: listedTokens,
	},
}

func inspectLemonade(ctx context.Context, s *session, r *Report) {
	health := s.get(ctx, pathLemonade)
	if !r.opened(health) {
		return
	}
	r.Version = health.body.text("version")
	r.State = NoModel
	loaded, _ := health.body.list("all_models_loaded")
	for _, m := range loaded {
		name := m.text("model_name")
		r.add(name, ModelLoaded)
		switch m.text("type") {
		case "embedding":
			r.CanEmbed = true
		case "reranking":
			r.CanRerank = true
		case "llm", "":
			if r.State == NoModel {
				r.State, r.Model, r.CanCount = Ready, name, true
				r.setWindow(m.child("recipe_options").number("ctx_size"), Effective)
			}
		}
	}
}
