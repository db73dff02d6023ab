package endpoint

import (
	"fmt"
	"net/http"

	"rag-context/rag"
	"rag-context/rag/modelserver"
)

// Fault is what went wrong with the server. It is a
// [rag.ErrRerankerUnavailable]: whatever it is, there are no scores now.
type Fault struct {
	Host    string // host and port
	Problem string // goes on after "server at HOST"; quotes nothing that was sent
	Remedy  string // what to do, one line
}

// Error implements error.
func (f *Fault) Error() string {
	return rag.ErrRerankerUnavailable.Error() + ": server at " + f.Host + " " + f.Problem
}

// Hint says what to do about it.
func (f *Fault) Hint() string { return f.Remedy }

// Unwrap makes errors.Is(err, rag.ErrRerankerUnavailable) hold.
func (f *Fault) Unwrap() error { return rag.ErrRerankerUnavailable }

const hintOther = "check that the URL is that of a server with /v1/rerank"

func (r *Reranker) fault(problem, remedy string) *Fault {
	return &Fault{Host: r.url.Host, Problem: problem, Remedy: remedy}
}

// judge makes an error of an answer that is not 200.
func (r *Reranker) judge(status int, answer []byte) *Fault {
	said := fmt.Sprintf("answered with status %d%s", status, modelserver.Reason(answer))
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return r.fault("wants an API key, or another one", "give the API key that the server expects")
	case status == http.StatusNotFound:
		return r.fault("has no such model, or no /v1/rerank", hintOther+" and the name of the model")
	case status == http.StatusNotImplemented:
		return r.fault("was started without reranking", "start it with its option for it, in llama.cpp --reranking")
	case status >= http.StatusMultipleChoices && status < http.StatusBadRequest:
		return r.fault("sends requests on to another address", "give the URL of the server itself")
	case modelserver.Refuses(status, answer):
		return r.fault(said, "check the name of the model; the server's log says more")
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		return r.fault(said, "wait until the server has loaded its model or is less busy; its log says more")
	}
	return r.fault(said, hintOther)
}
