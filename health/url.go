package health

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// ErrInvalidURL is what a text is that can't be the base URL of a server.
var ErrInvalidURL = errors.New("invalid server URL")

// ParseURL parses the base URL of a server: http or https, a host, perhaps a
// port and a path. A slash or a "/v1" at the end is dropped, so that the URL an
// OpenAI client is given works too. Credentials, a query and a fragment are
// refused. Errors are an [ErrInvalidURL] and quote the text without what could
// be a secret in it.
func ParseURL(text string) (*url.URL, error) {
	trimmed := strings.TrimSpace(text)
	u, err := url.Parse(trimmed)
	if problem := problemOf(u, err, trimmed); problem != "" {
		return nil, fmt.Errorf("%w %.200q: %s", ErrInvalidURL, redact(trimmed), problem)
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	path = strings.TrimRight(strings.TrimSuffix(path, "/v1"), "/")
	return url.Parse(u.Scheme + "://" + u.Host + path)
}

func problemOf(u *url.URL, err error, text string) string {
	switch {
	case text == "":
		return "is empty"
	case err != nil && !strings.Contains(text, "://"), err == nil && u.Scheme != "http" && u.Scheme != "https":
		return "must begin with http:// or https://"
	case err != nil:
		// The parser's own words quote parts that may be credentials.
		return "is not a URL"
	case u.User != nil || strings.Contains(u.Host, "@"):
		return "must not hold a user or password"
	case u.Hostname() == "":
		return "has no host"
	case !validPort(u):
		return "must have a port from 1 to 65535"
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return "must not have a query or fragment"
	}
	return ""
}

func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	port, err := strconv.Atoi(u.Port())
	return err == nil && port >= 1 && port <= 65535
}

// redact replaces what may be credentials: all between the scheme and the last
// "@", and all after a "?" or "#".
func redact(text string) string {
	if at := strings.LastIndex(text, "@"); at >= 0 {
		scheme, _, found := strings.Cut(text[:at], "://")
		if !found {
			scheme = ""
		} else {
			scheme += "://"
		}
		text = scheme + "…" + text[at:]
	}
	if at := strings.IndexAny(text, "?#"); at >= 0 {
		text = text[:at+1] + "…"
	}
	return text
}

// apiPaths are what some servers' documents have between the address and /v1,
// where nothing else is.
var apiPaths = []string{"/engines/llama.cpp", "/engines", "/api"}

// rootOf returns the address above such a path, nil where the URL has none.
func rootOf(base *url.URL) *url.URL {
	for _, path := range apiPaths {
		if above, has := strings.CutSuffix(base.Path, path); has {
			root := *base
			root.Path, root.RawPath = above, ""
			return &root
		}
	}
	return nil
}

// loopback reports whether a URL leads to this machine.
func loopback(u *url.URL) bool {
	host := u.Hostname()
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.Unmap().IsLoopback()
}
