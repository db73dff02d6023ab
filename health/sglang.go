package health

import "context"

// SGLang answers /health with 503 while it starts. Its /health_generate, which
// makes the model write a token, is not for us.
var sglang = server{
	kind: SGLang, name: "SGLang",
	ports:    []int{30000},
	signs:    map[string]func(answer) bool{pathModels: ownedBy("sglang")},
	inspect:  inspectSGLang,
	counting: vllmCounting,
	chatting: &counting{path: "/v1/messages/count_tokens", body: oneMessage, tokens: inputTokens},
}

func inspectSGLang(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, "/health", "/get_model_info")
	if s.get(ctx, "/health").busy() {
		r.State = Loading
		return
	}
	inspectMaxModelLen(ctx, s, r)
	info := s.get(ctx, "/get_model_info").body
	if generates, known := info["is_generation"].(bool); known && !generates {
		r.CanEmbed = true
		r.fail(NoModel, "its model embeds and can't chat")
	}
}
