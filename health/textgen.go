package health

import "context"

// text-generation-webui does not tell its window.
var textGen = server{
	kind: TextGen, name: "text-generation-webui",
	ports: []int{5000},
	signs: map[string]func(answer) bool{
		pathTextGen: func(a answer) bool {
			_, named := a.body["model_name"]
			first := a.first()
			return named || first.status == 401 && first.body.text("detail") == "Unauthorized"
		},
	},
	inspect: inspectTextGen,
	counting: &counting{
		path:   "/v1/internal/token-count",
		body:   func(_, text string) any { return map[string]string{"text": text} },
		tokens: func(a answer) int { return a.body.number("length") },
	},
}

func inspectTextGen(ctx context.Context, s *session, r *Report) {
	info := s.get(ctx, pathTextGen)
	if !r.opened(info) {
		return
	}
	name := info.body.text("model_name")
	if name == "" || name == "None" {
		r.State = NoModel
		return
	}
	r.State, r.Model, r.CanCount = Ready, name, true
	r.add(name, ModelLoaded)
}
