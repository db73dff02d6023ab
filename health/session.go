package health

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
)

// session is one check's talk with one server. It asks for nothing twice.
type session struct {
	base     *url.URL
	client   *http.Client
	secret   string // the API key that the caller has
	thorough bool

	mu      sync.Mutex
	key     string            // the secret, once the server may have it
	asked   bool              // the server wanted a key
	answers map[string]answer // by path
}

func newSession(base *url.URL, o Options) *session {
	return &session{base: base, client: o.Client, secret: o.APIKey, thorough: o.Thorough, answers: map[string]answer{}}
}

// allowKey lets the server have the API key, should it ask for one. Answers that
// asked for it are forgotten.
func (s *session) allowKey() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key == s.secret {
		return
	}
	s.key = s.secret
	for path, a := range s.answers {
		if a.status == http.StatusUnauthorized {
			delete(s.answers, path)
		}
	}
}

// get asks for a path, with its query if it has one.
func (s *session) get(ctx context.Context, path string) answer {
	s.mu.Lock()
	a, known := s.answers[path]
	s.mu.Unlock()
	if known {
		return a
	}
	a = s.send(ctx, http.MethodGet, path, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[path] = a
	return a
}

// prefetch asks for several paths at once.
func (s *session) prefetch(ctx context.Context, paths ...string) {
	var all sync.WaitGroup
	for _, path := range paths {
		all.Go(func() { s.get(ctx, path) })
	}
	all.Wait()
}

func (s *session) post(ctx context.Context, path string, body any) answer {
	text, err := json.Marshal(body)
	if err != nil {
		return answer{err: err}
	}
	return s.send(ctx, http.MethodPost, path, text)
}

// send shows the key only when the server has asked for one, and then always.
func (s *session) send(ctx context.Context, method, path string, body []byte) answer {
	s.mu.Lock()
	key, asked := s.key, s.asked
	s.mu.Unlock()
	if asked {
		return s.sendWith(ctx, method, path, body, key)
	}
	a := s.sendWith(ctx, method, path, body, "")
	if a.err != nil || a.status != http.StatusUnauthorized || key == "" {
		return a
	}
	s.mu.Lock()
	s.asked = true
	s.mu.Unlock()
	keyed := s.sendWith(ctx, method, path, body, key)
	keyed.keyless = &a
	return keyed
}

func (s *session) sendWith(ctx context.Context, method, path string, body []byte, key string) answer {
	a := answer{port: s.base.Port()}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { a.connected = true },
	})
	request, err := s.request(ctx, method, path, body, key)
	if err != nil {
		a.err = err
		return a
	}
	response, err := s.client.Do(request)
	if err != nil {
		a.err = err
		return a
	}
	defer response.Body.Close()
	a.status, a.header = response.StatusCode, response.Header.Get("Server")
	text, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	a.err, a.text, a.body = err, string(text), parseObject(text)
	return a
}

func (s *session) request(ctx context.Context, method, path string, body []byte, key string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.address(path), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("Authorization", "Bearer "+key)
	}
	return request, nil
}

// open asks for a stream, with the key if the server has asked for one before.
// The body is the caller's to close.
func (s *session) open(ctx context.Context, path string) (*http.Response, error) {
	s.mu.Lock()
	key := ""
	if s.asked {
		key = s.key
	}
	s.mu.Unlock()
	request, err := s.request(ctx, http.MethodGet, path, nil, key)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream")
	return s.client.Do(request)
}

func (s *session) address(path string) string {
	path, query, _ := strings.Cut(path, "?")
	u := s.base.JoinPath(path)
	u.RawQuery = query
	return u.String()
}
