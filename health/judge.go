package health

import (
	"fmt"
	"net/http"
	"slices"
)

// judge makes a report of the two answers. The list of models decides, because
// servers guard and delay it like the chat itself; /health, which some servers
// do not have and others answer with anything, only adds to it.
func judge(health, models answer) Report {
	report := Report{Server: guessServer(health, models)}
	switch {
	case loading(health) || loading(models):
		report.State, report.Message = Loading, "the server is still loading its model"
	case models.err != nil:
		report.State, report.Message = judgeError(models)
	case models.status == http.StatusUnauthorized && models.plausible():
		report.State, report.Message = Unauthorized, "the server wants an API key, or another one"
	case models.status == http.StatusForbidden && models.plausible():
		report.State, report.Message = Unauthorized, "the server refuses this caller or the host name of the URL"
	case models.status != http.StatusOK:
		report.State = NotLLM
		report.Message = fmt.Sprintf("the list of models was answered with status %d%s", models.status, reason(models))
	default:
		return judgeModels(report, models)
	}
	return report
}

func judgeError(a answer) (State, string) {
	switch {
	case a.timedOut():
		return Slow, ""
	case a.connected:
		return NotLLM, "what answers there does not speak HTTP: " + a.cause()
	}
	return Down, a.cause()
}

// loading reports whether the answer is that of a server that is not ready yet.
// llama.cpp says so on every path, SGLang and TGI on /health only.
func loading(a answer) bool {
	return a.status == http.StatusServiceUnavailable && a.plausible()
}

// reason quotes what an error body says, if anything.
func reason(a answer) string {
	text := a.body.child("error").text("message")
	if text == "" {
		text = a.body.text("error")
	}
	if text == "" {
		return ""
	}
	return ": " + oneLine(text)
}

func judgeModels(report Report, models answer) Report {
	list, ok := models.body.list("data")
	switch {
	case len(models.text) > maxBody:
		report.State, report.Message = NotLLM, fmt.Sprintf("the answer is larger than %d bytes", maxBody)
	case models.body == nil:
		report.State, report.Message = NotLLM, "the answer is not the JSON of an LLM server"
	case !ok:
		report.State, report.Message = NotLLM, "the answer lists no models"+reason(models)
	case slices.ContainsFunc(list, func(model object) bool { return model.text("id") == "" }):
		report.State, report.Message = NotLLM, "the answer lists something else than models"
	case len(list) == 0:
		report.State, report.Message = NoModel, "the server has no model"
	default:
		return choose(report, list)
	}
	return report
}

// choose fills in the model that a chat would use.
func choose(report Report, list []object) Report {
	model, state := pick(list)
	report.State = state
	switch state {
	case NoModel:
		report.Message = fmt.Sprintf("none of the server's %d models is loaded", len(list))
		return report
	case Loading:
		report.Message = "the server is still loading its model"
	case Ready:
		report.Message = "ready"
		if len(list) > 1 {
			report.Message = fmt.Sprintf("ready, has %d models", len(list))
		}
	}
	report.Model, report.Window = oneLine(model.text("id")), window(model)
	return report
}

// pick returns the first loaded model of a llama.cpp router, which tells the
// status of each, and of other servers simply the first: they list what is
// loaded, or load on demand and do not say.
func pick(list []object) (object, State) {
	var starting object
	known := false
	for _, model := range list {
		switch model.child("status").text("value") {
		case "":
			continue
		case "loaded", "sleeping":
			return model, Ready
		case "loading":
			starting = model
		}
		known = true
	}
	switch {
	case starting != nil:
		return starting, Loading
	case known:
		return nil, NoModel
	}
	return list[0], Ready
}

// window returns the model's window in tokens, 0 if it is not told. The fields
// are those of llama.cpp, vLLM and SGLang, Docker Model Runner, and Lemonade and
// exo. What a model was trained for (n_ctx_train) is not what it runs with.
func window(model object) int {
	for _, n := range []int{
		model.child("meta").number("n_ctx"),
		model.number("max_model_len"),
		model.child("dmr").number("context_window"),
		model.number("context_length"),
	} {
		if n > 0 {
			return n
		}
	}
	return 0
}
