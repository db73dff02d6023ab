package health

import "context"

// TabbyAPI wants a key unless told otherwise, and has none of its models loaded
// unless told to.
var tabbyAPI = server{
	kind: TabbyAPI, name: "TabbyAPI",
	ports: []int{5000},
	signs: map[string]func(answer) bool{
		pathService: offers("TabbyAPI"),
		pathModels:  ownedBy("tabbyAPI"),
	},
	inspect: inspectTabbyAPI,
	counting: &counting{
		path:   "/v1/token/encode",
		body:   func(_, text string) any { return map[string]any{"text": text, "add_bos_token": false} },
		tokens: func(a answer) int { return a.body.number("length") },
	},
	chatting: &counting{
		path:   "/v1/token/encode",
		body:   func(_, text string) any { return map[string]any{"text": messages(text)} },
		tokens: func(a answer) int { return a.body.number("length") },
	},
}

func inspectTabbyAPI(ctx context.Context, s *session, r *Report) {
	r.Version = s.get(ctx, pathService).body.child("software").text("version")
	model := s.get(ctx, "/v1/model")
	if model.err != nil || model.status == 401 || model.status == 403 {
		r.opened(model)
		return
	}
	r.Model = model.body.text("id")
	if model.status != 200 || r.Model == "" {
		r.State = NoModel
		return
	}
	r.State, r.CanCount = Ready, true
	r.add(r.Model, ModelLoaded)
	r.setWindow(model.body.child("parameters").number("max_seq_len"), Effective)
}
