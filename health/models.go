package health

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// ownedBy is the sign of a server whose models say that they are its own.
func ownedBy(owner string) func(answer) bool {
	return func(a answer) bool {
		list, _ := a.body.list("data")
		return slices.ContainsFunc(list, func(m object) bool { return strings.EqualFold(m.text("owned_by"), owner) })
	}
}

// listed reads /v1/models, which servers guard and delay like the chat itself.
// Where there is no list it says why in the report.
func listed(ctx context.Context, s *session, r *Report) (models []object, ok bool) {
	a := s.get(ctx, pathModels)
	if !r.opened(a) {
		return nil, false
	}
	list, ok := a.body.list("data")
	switch {
	case len(a.text) > maxBody:
		r.fail(NotLLM, fmt.Sprintf("the answer is larger than %d bytes", maxBody))
	case a.body == nil:
		r.fail(NotLLM, "the answer is not the JSON of an LLM server")
	case !ok && a.body["data"] == nil && strings.Contains(a.text, `"data"`):
		return nil, true // Ollama writes an empty list as null
	case !ok:
		r.fail(NotLLM, "the answer lists no models"+reason(a))
	case slices.ContainsFunc(list, func(m object) bool { return m.text("id") == "" }):
		r.fail(NotLLM, "the answer lists something else than models")
	default:
		return list, true
	}
	return nil, false
}

// opened reports whether an answer is one of success; else it says in the report
// what the answer means.
func (r *Report) opened(a answer) bool {
	switch {
	case a.err != nil:
		r.fail(judgeError(a))
	case a.busy():
		r.State = Loading
	case a.status == http.StatusUnauthorized && a.plausible():
		r.State = Unauthorized
	case a.status == http.StatusForbidden && a.plausible():
		r.fail(Unauthorized, "the server refuses this caller or the host name of the URL")
	case a.status >= http.StatusInternalServerError:
		r.fail(Failing, fmt.Sprintf("it answers with status %d%s", a.status, reason(a)))
	case a.status != http.StatusOK:
		r.fail(NotLLM, fmt.Sprintf("what a server would list was answered with status %d%s", a.status, reason(a)))
	default:
		return true
	}
	return false
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

// choose takes the first model of a list whose server does not tell what is
// loaded: it has one, or loads on demand.
func (r *Report) choose(list []object) object {
	for _, m := range list {
		r.add(m.text("id"), "")
	}
	if len(list) == 0 {
		r.State = NoModel
		return nil
	}
	r.State, r.Model = Ready, list[0].text("id")
	return list[0]
}
