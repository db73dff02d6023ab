package health

import "context"

// exo spreads a model over several machines. The lengths it lists are those of
// the models' cards.
var exo = server{
	kind: Exo, name: "exo",
	ports:   []int{52415},
	signs:   map[string]func(answer) bool{pathModels: ownedBy("exo")},
	inspect: inspectExo,
}

func inspectExo(ctx context.Context, s *session, r *Report) {
	list, ok := listed(ctx, s, r)
	if !ok {
		return
	}
	r.State = NoModel
	loaded := map[string]bool{}
	running, _ := s.get(ctx, "/ollama/api/ps").body.list("models")
	for _, m := range running {
		loaded[m.text("name")], loaded[m.text("model")] = true, true
	}
	for _, m := range list {
		id := m.text("id")
		if !loaded[id] {
			r.add(id, ModelUnloaded)
			continue
		}
		r.add(id, ModelLoaded)
		if r.State == NoModel {
			r.State, r.Model, r.Trained = Ready, id, m.number("context_length")
		}
	}
}
