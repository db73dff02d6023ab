package health

import "context"

// llamafile's own server. Older ones hold llama.cpp's and pass for that.
var llamafile = server{
	kind: Llamafile, name: "llamafile",
	ports:   []int{8080},
	signs:   map[string]func(answer) bool{pathModels: ownedBy("llamafile")},
	inspect: inspectLlamafile,
	counting: &counting{
		path: "/tokenize",
		body: func(_, text string) any {
			return map[string]any{"prompt": text, "add_special": false, "parse_special": true}
		},
		tokens: listedTokens,
	},
}

func inspectLlamafile(ctx context.Context, s *session, r *Report) {
	inspectListOnly(ctx, s, r)
	r.CanCount = true
}
