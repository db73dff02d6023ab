package endpoint

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"rag-context/rag/modelserver"
)

const hintOther = "check that the URL is that of an embedding server"

// refusal is a server's word that it can't do with what was sent: too many
// texts, too long a text, or something else in the request.
type refusal struct{ *Fault }

// Unwrap makes the fault found.
func (r *refusal) Unwrap() error { return r.Fault }

func (e *Embedder) fault(problem, remedy string) *Fault {
	return &Fault{Kind: e.options.Kind, Host: e.options.URL.Host, Problem: problem, Remedy: remedy}
}

// cancelled is the caller's own doing and no fault of the server.
func (e *Embedder) cancelled(err error) error {
	return fmt.Errorf("embed at %s: %w", e.options.URL.Host, err)
}

// judge makes an error of an answer that is not 200, and says how long to wait
// at least before the next attempt, or never.
func (e *Embedder) judge(status int, answer []byte, retryAfter string) (after time.Duration, err error) {
	said := fmt.Sprintf("answered with status %d%s", status, modelserver.Reason(answer))
	switch {
	case status == http.StatusUnauthorized:
		return never, e.fault("wants an API key, or another one", "give the API key that the server expects")
	case status == http.StatusForbidden:
		return never, e.fault("refuses this caller or the host name of the URL", "write 127.0.0.1 for a server on this machine, or give another API key")
	case status == http.StatusNotFound:
		return never, e.fault(fmt.Sprintf("has no model %.200q, or no embeddings", lastPart(e.options.Model)), e.protocol.get(e.options.Model))
	case status == http.StatusNotImplemented:
		return never, e.fault("was started without embeddings", "start it with its option for them, in llama.cpp --embeddings")
	case modelserver.Refuses(status, answer):
		return never, &refusal{e.fault(said, "check the name of the model; the server's log says more")}
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		return waitAsked(retryAfter), e.fault(said, "wait until the server has loaded its model or is less busy; its log says more")
	case status >= http.StatusMultipleChoices && status < http.StatusBadRequest:
		return never, e.fault("sends requests on to another address", "give the URL of the server itself")
	}
	return never, e.fault(said, hintOther)
}

// waitAsked reads a Retry-After header. Dates, which no embedding server is known
// to send, count as none.
func waitAsked(header string) time.Duration {
	seconds, err := strconv.Atoi(header)
	switch {
	case err != nil || seconds < 0:
		return 0
	case seconds > int(longestWait/time.Second):
		return never
	}
	return time.Duration(seconds) * time.Second
}
