package health

import "context"

// openAI is any server with OpenAI's list of models that is none of the others.
// It has no place in the registry: it is what is left.
var openAI = server{kind: OpenAI, name: "OpenAI-compatible", inspect: inspectOpenAI}

func inspectOpenAI(ctx context.Context, s *session, r *Report) {
	list, ok := listed(ctx, s, r)
	if !ok {
		if r.State == NotLLM && s.get(ctx, "/health").busy() {
			r.State, r.Message = Loading, ""
		}
		if r.State == NotLLM || r.State == Slow || r.State == Down || r.State == Failing {
			r.Kind, r.Server = "", ""
		}
		return
	}
	model := r.choose(list)
	r.setWindow(model.number("max_model_len"), Effective)
	r.setWindow(model.child("meta").number("n_ctx"), Effective)
	r.Trained = model.number("context_length") // some list the model's, some their own
}
