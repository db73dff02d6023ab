package endpoint

import (
	"context"
	"encoding/json"
	"net/url"
)

// listOpenAI asks for the list that all servers have. Most say ids only there.
func listOpenAI(ctx context.Context, f finder, base *url.URL) []Found {
	return f.data(ctx, base, "v1/models")
}

// listLMStudio asks for the list that says what each model is for, which is
// there since LM Studio 0.3.6.
func listLMStudio(ctx context.Context, f finder, base *url.URL) []Found {
	return f.data(ctx, base, "api/v0/models")
}

func (f finder) data(ctx context.Context, base *url.URL, path string) (found []Found) {
	var list struct{ Data []listed }
	f.get(ctx, base.JoinPath(path), nil, &list)
	for _, model := range list.Data {
		if model.ID != "" && model.embeds() {
			found = append(found, Found{OpenAI, base.String(), model.ID})
		}
	}
	return found
}

// listOllama asks for the models and, of those that come without their
// capabilities, as from versions before 0.6.4 or so, for each one's. Neither
// loads a model.
func listOllama(ctx context.Context, f finder, base *url.URL) (found []Found) {
	var list struct{ Models []listed }
	f.get(ctx, base.JoinPath("api/tags"), nil, &list)
	for _, model := range list.Models {
		if model.Name == "" {
			continue
		}
		if len(model.Capabilities) == 0 {
			f.show(ctx, base, &model)
		}
		if model.embeds() {
			found = append(found, Found{Ollama, base.String(), model.Name})
		}
	}
	return found
}

// show fills in a model's capabilities, if the server tells them.
func (f finder) show(ctx context.Context, base *url.URL, model *listed) {
	body, err := json.Marshal(map[string]string{"model": model.Name})
	if err != nil {
		return
	}
	var answer struct{ Capabilities []string }
	if f.get(ctx, base.JoinPath("api/show"), body, &answer) {
		model.Capabilities = answer.Capabilities
	}
}
