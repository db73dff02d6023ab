package health

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"syscall"
	"unicode"
)

// maxBody is how much of an answer is read, in bytes. A list of a thousand
// models is about a third of it.
const maxBody = 1 << 20

// answer is what came back of one request.
type answer struct {
	status    int
	server    string // the Server header
	body      object // nil if it is no JSON object
	text      string // the raw body
	err       error  // no complete answer
	connected bool   // something took the connection
}

func get(ctx context.Context, u *url.URL, options Options) answer {
	var a answer
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { a.connected = true },
	})
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		a.err = err
		return a
	}
	request.Header.Set("Accept", "application/json")
	if options.APIKey != "" {
		request.Header.Set("Authorization", "Bearer "+options.APIKey)
	}
	response, err := options.Client.Do(request)
	if err != nil {
		a.err = err
		return a
	}
	defer response.Body.Close()
	a.status, a.server = response.StatusCode, response.Header.Get("Server")
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	a.err, a.text, a.body = err, string(body), parseObject(body)
	return a
}

// timedOut reports whether the deadline came first.
func (a answer) timedOut() bool {
	var timeout net.Error
	return errors.Is(a.err, context.DeadlineExceeded) || errors.As(a.err, &timeout) && timeout.Timeout()
}

// plausible reports whether an error status may come from an LLM server: those
// explain themselves in JSON or not at all, web pages in HTML.
func (a answer) plausible() bool {
	return a.err == nil && (a.body != nil || !strings.Contains(a.text, "<"))
}

// cause is the innermost error, without the URL that the client puts around it.
func (a answer) cause() string {
	err := a.err
	var errno syscall.Errno
	if errors.As(err, &errno) { // "connection refused", without who dialled whom
		return errno.Error()
	}
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return oneLine(err.Error())
}

// maxName is the length to which names from a server are cut, in characters.
const maxName = 200

// oneLine makes text from a server safe for a terminal: one line of printable
// characters, at most maxName of them.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if runes := []rune(text); len(runes) > maxName {
		text = string(runes[:maxName-1]) + "…"
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text))
}
