package health

import (
	"context"
	"strings"
)

// MLX-LM's server is Python's own, lists the models of its cache without an
// owner, and loads on demand. It tells neither window nor what is loaded.
var mlx = server{
	kind: MLX, name: "MLX-LM",
	ports: []int{8080},
	signs: map[string]func(answer) bool{
		pathModels: func(a answer) bool {
			list, ok := a.body.list("data")
			for _, m := range list {
				_, owned := m["owned_by"]
				ok = ok && !owned && strings.Contains(m.text("id"), "/")
			}
			return ok && strings.HasPrefix(a.header, "BaseHTTP/")
		},
	},
	inspect: inspectListOnly,
}

// inspectListOnly is for servers that tell nothing but a list of models.
func inspectListOnly(ctx context.Context, s *session, r *Report) {
	if list, ok := listed(ctx, s, r); ok {
		r.choose(list)
	}
}
