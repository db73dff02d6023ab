package health

import (
	"context"
	"net/http"
)

// GPT4All lists all models it has. Its server is off until switched on, and then
// answers everything with 401.
var gpt4All = server{
	kind: GPT4All, name: "GPT4All",
	ports: []int{4891},
	signs: map[string]func(answer) bool{
		pathModels: func(a answer) bool {
			return ownedBy("humanity")(a) || a.port == "4891" && a.status == http.StatusUnauthorized
		},
	},
	inspect: inspectGPT4All,
}

func inspectGPT4All(ctx context.Context, s *session, r *Report) {
	inspectListOnly(ctx, s, r)
	if r.State == Unauthorized {
		r.Message = "its server is switched off: Settings, Application, Enable Local API Server"
	}
}
