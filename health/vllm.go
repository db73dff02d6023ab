package health

import "context"

// vLLM listens only once its model is loaded. Its key guards /v1 alone.
var vllm = server{
	kind: VLLM, name: "vLLM",
	ports: []int{8000},
	start: "vllm serve MODEL",
	signs: map[string]func(answer) bool{
		pathModels: func(a answer) bool {
			first := a.first()
			return ownedBy("vllm")(a) || first.status == 401 && first.body.text("error") == "Unauthorized"
		},
	},
	inspect:  inspectVLLM,
	counting: vllmCounting,
	chatting: &counting{path: "/tokenize", body: oneMessage, tokens: vllmCounting.tokens},
}

// vllmCounting is SGLang's as well.
var vllmCounting = &counting{
	path: "/tokenize",
	body: func(model, text string) any {
		return map[string]any{"model": model, "prompt": text, "add_special_tokens": false}
	},
	tokens: func(a answer) int { return a.body.number("count") },
}

func inspectVLLM(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, "/version", "/health")
	r.Version = s.get(ctx, "/version").body.text("version")
	if s.get(ctx, "/health").status == 503 {
		r.fail(Failing, "its engine has died")
		return
	}
	inspectMaxModelLen(ctx, s, r)
}

// inspectMaxModelLen reads a list of models that names the window of each.
func inspectMaxModelLen(ctx context.Context, s *session, r *Report) {
	if list, ok := listed(ctx, s, r); ok {
		r.setWindow(r.choose(list).number("max_model_len"), Effective)
		r.CanCount = true
	}
}
