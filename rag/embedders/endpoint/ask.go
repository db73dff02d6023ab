package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"rag-context/rag/modelserver"
)

const (
	// firstWait doubles with every attempt, up to longestWait. A server that
	// asks for more than that is not waited for.
	firstWait   = 250 * time.Millisecond
	longestWait = 30 * time.Second

	// bodyPerText is 8,192 dimensions of 32 digits; bodyBase is for the rest.
	bodyPerText = 256 << 10
	bodyBase    = 64 << 10
)

// ask gets the vectors of the texts of one request, and tries again where that
// may help.
func (e *Embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(e.protocol.request(e.options.Model, texts))
	if err != nil {
		return nil, err
	}
	for attempt := 1; ; attempt++ {
		vectors, after, err := e.try(ctx, body, len(texts))
		if err == nil || after < 0 || attempt == e.options.Attempts {
			return vectors, err
		}
		backoff := min(firstWait<<min(attempt-1, 16), longestWait)
		backoff = max(after, time.Duration(float64(backoff)*(0.5+e.options.Random()/2)))
		if err := e.options.Wait(ctx, backoff); err != nil {
			return nil, e.cancelled(err)
		}
	}
}

// never is a wait that does not end: trying again is of no use.
const never = -1

// try sends one request. With an error comes how long to wait at least before
// the next attempt, or never.
func (e *Embedder) try(ctx context.Context, body []byte, texts int) (vectors [][]float32, after time.Duration, err error) {
	bounded, cancel := context.WithTimeout(ctx, e.options.Timeout)
	defer cancel()
	limit := int64(texts*bodyPerText + bodyBase)
	answer, err := modelserver.Post(bounded, e.options.Client, modelserver.Request{
		URL: e.options.URL.JoinPath(e.protocol.path), Key: e.options.APIKey, Body: body, Limit: limit,
	})
	if err != nil {
		return e.broken(ctx, err)
	}
	if answer.Status != http.StatusOK {
		after, err = e.judge(answer.Status, answer.Body, answer.RetryAfter)
		return nil, after, err
	}
	if answer.Cut {
		return nil, never, e.fault("gave an answer larger than "+strconv.FormatInt(limit, 10)+" bytes", hintOther)
	}
	vectors, err = e.read(answer.Body, texts)
	return vectors, never, err
}

// broken judges a request to which no whole answer came.
func (e *Embedder) broken(ctx context.Context, err error) ([][]float32, time.Duration, error) {
	var operation *net.OpError
	var timeout net.Error
	switch {
	case ctx.Err() != nil:
		return nil, never, e.cancelled(ctx.Err())
	case errors.As(err, &timeout) && timeout.Timeout():
		return nil, never, e.fault("did not answer within "+e.options.Timeout.String(), "see whether the server is busy or hangs")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.As(err, &operation) && (operation.Op == "read" || operation.Op == "write"):
		return nil, 0, e.fault("cut the connection", "see in the server's log what happened to it")
	}
	return nil, never, e.fault(modelserver.Unreached(err), e.protocol.start)
}
