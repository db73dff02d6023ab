package modelserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"syscall"
)

// Request is a JSON body to send.
type Request struct {
	URL   *url.URL
	Key   string // sent as a bearer token; "" sends none
	Body  []byte
	Limit int64 // bytes to read of the answer
}

// Answer is what came back.
type Answer struct {
	Status     int
	Body       []byte
	Cut        bool   // whether the body was longer than the limit
	RetryAfter string // the header
}

// Post sends a request and reads the whole answer.
func Post(ctx context.Context, client *http.Client, request Request) (Answer, error) {
	sent, err := http.NewRequestWithContext(ctx, http.MethodPost, request.URL.String(), bytes.NewReader(request.Body))
	if err != nil {
		return Answer{}, err
	}
	sent.Header.Set("Content-Type", "application/json")
	sent.Header.Set("Accept", "application/json")
	if request.Key != "" {
		sent.Header.Set("Authorization", "Bearer "+request.Key)
	}
	// As empty as this, it is not sent; it tells the client that it may send
	// again on a new connection what an idle one swallowed.
	sent.Header["Idempotency-Key"] = nil
	response, err := client.Do(sent)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, request.Limit+1))
	return Answer{response.StatusCode, body, int64(len(body)) > request.Limit, response.Header.Get("Retry-After")}, err
}

// Unreached says in words why [Post] got no answer, without the URL that an
// error of the client quotes.
func Unreached(err error) string {
	problem := "can't be reached"
	if errno, is := errors.AsType[syscall.Errno](err); is {
		problem += ": " + errno.Error()
	}
	return problem
}
