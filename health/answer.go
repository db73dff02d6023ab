package health

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"unicode"
)

// maxBody is how much of an answer is read, in bytes: a list of thousands of
// models, or the tokens of a text that no window holds.
const maxBody = 4 << 20

// answer is what came back of one request.
type answer struct {
	status    int
	port      string  // that was asked, "" the scheme's own
	header    string  // the Server header
	body      object  // nil if it is no JSON object
	text      string  // the raw body
	err       error   // no complete answer
	connected bool    // something took the connection
	keyless   *answer // what came without the key, where one was asked for
}

// first is the answer that came without a key.
func (a answer) first() answer {
	if a.keyless != nil {
		return *a.keyless
	}
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

// ok reports whether the answer is a JSON object of success.
func (a answer) ok() bool { return a.err == nil && a.status == http.StatusOK && a.body != nil }

// busy reports whether the answer is that of a server that is not ready yet.
func (a answer) busy() bool {
	return a.status == http.StatusServiceUnavailable && a.plausible()
}

// cause is the innermost error, without the URL that the client puts around it.
func (a answer) cause() string {
	err := a.err
	if errno, is := errors.AsType[syscall.Errno](err); is { // "connection refused", without who dialled whom
		return errno.Error()
	}
	if wrapped, is := errors.AsType[*url.Error](err); is {
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
