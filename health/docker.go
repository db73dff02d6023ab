package health

import "context"

// Docker Model Runner loads models on demand.
var docker = server{
	kind: Docker, name: "Docker Model Runner",
	ports: []int{12434},
	signs: map[string]func(answer) bool{
		pathRoot:   says("Docker Model Runner is running"),
		pathModels: ownedBy("docker"),
	},
	inspect:  inspectDocker,
	chatting: &counting{path: "/anthropic/v1/messages/count_tokens", body: oneMessage, tokens: inputTokens},
}

func inspectDocker(ctx context.Context, s *session, r *Report) {
	s.prefetch(ctx, "/engines/ps", pathModels)
	list, ok := listed(ctx, s, r)
	if !ok {
		return
	}
	r.State = NoModel
	states := map[string]ModelState{}
	for _, running := range parseArray(s.get(ctx, "/engines/ps").text) {
		name, chats := running.text("model_name"), running.text("mode") != "embedding"
		states[name] = ModelLoaded
		if running.flag("loading") {
			states[name] = ModelLoading
		}
		if chats && r.State != Ready {
			r.Model, r.State = name, map[ModelState]State{ModelLoaded: Ready, ModelLoading: Loading}[states[name]]
		}
	}
	r.CanCount = r.State == Ready // else counting would load the model
	for _, m := range list {
		id := m.text("id")
		state := states[id]
		if state == "" {
			state = ModelUnloaded
		}
		r.add(id, state)
		if id == r.Model {
			r.setWindow(m.child("dmr").number("context_window"), Configured)
		}
	}
}
