package health

import "context"

// Hugging Face's text-generation-inference: one model, loaded before it listens.
var tgi = server{
	kind: TGI, name: "text-generation-inference",
	ports: []int{3000},
	signs: map[string]func(answer) bool{
		pathTGI: func(a answer) bool { return a.body.number("max_total_tokens") > 0 },
	},
	inspect: inspectTGI,
	counting: &counting{
		path:   "/tokenize",
		body:   func(_, text string) any { return map[string]any{"inputs": text, "add_special_tokens": false} },
		tokens: func(a answer) int { return len(parseArray(a.text)) },
	},
	chatting: &counting{
		path:   "/chat_tokenize",
		body:   oneMessage,
		tokens: func(a answer) int { return len(a.body.array("tokenize_response")) },
	},
}

func inspectTGI(ctx context.Context, s *session, r *Report) {
	info := s.get(ctx, pathTGI).body
	r.Version, r.Model = info.text("version"), info.text("model_id")
	r.add(r.Model, ModelLoaded)
	r.setWindow(info.number("max_total_tokens"), Effective)
	if s.get(ctx, "/health").busy() {
		r.fail(Failing, "its model's shards have died")
		return
	}
	r.State, r.CanCount = Ready, true
}
