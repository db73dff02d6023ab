package chatpage

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// Sentinels of [Choose].
var (
	// ErrNoPage: the server has no chat page, or there is no server.
	ErrNoPage = errors.New("no chat page")
	// ErrInvalid: what was named is no page; see [Parse].
	ErrInvalid = errors.New("not a chat page")
)

// Server is a running LLM server.
type Server struct {
	Name string // which software, "" unknown
	URL  string // where it answers, "" where there is none
}

// Choose returns the page to open: the one that is named, as [Parse] reads it,
// or the server's own where named is "". A server that is not known is taken to
// have a page where it answers.
func Choose(server Server, named string) (Page, error) {
	if named != "" {
		page, err := Parse(named)
		if err == nil && page.Name == "" && sameHost(page.URL, server.URL) {
			page.kind, _ = kindNamed(server.Name)
			page.Name = page.kind.name
		}
		return page, err
	}
	if server.URL == "" {
		return Page{}, ErrNoPage
	}
	k, known := kindNamed(server.Name)
	if known && k.address == "" {
		return Page{}, fmt.Errorf("%w: %s has none of its own", ErrNoPage, k.name)
	}
	base, err := parseURL(server.URL)
	if err != nil {
		return Page{}, err
	}
	if k.port != "" {
		base.Host = net.JoinHostPort(base.Hostname(), k.port)
	}
	return at(k, base), nil
}

// Parse reads what a person names a page by: its name as in [Names], its
// address, or both as NAME=URL. An address alone says which page it is where
// its host or port is usual for one page only. Errors: [ErrInvalid].
func Parse(text string) (Page, error) {
	name, address, both := strings.Cut(text, "=")
	if !both || strings.Contains(name, "/") {
		if k, known := kindNamed(text); known && k.address != "" {
			base, err := parseURL(k.address)
			return at(k, base), err
		}
		base, err := parseURL(text)
		if err != nil {
			return Page{}, err
		}
		return at(guess(base), base), nil
	}
	k, known := kindNamed(name)
	if !known || k.address == "" {
		return Page{}, fmt.Errorf("%w: %.80q is none of %s", ErrInvalid, name, strings.Join(Names(), ", "))
	}
	base, err := parseURL(address)
	if err != nil {
		return Page{}, err
	}
	return at(k, base), nil
}

func at(k kind, base *url.URL) Page {
	return Page{Name: k.name, URL: base.String(), kind: k, base: base}
}

func parseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	if err != nil || base.Hostname() == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%w: %.200q is no http or https URL and no known name", ErrInvalid, text)
	}
	return base, nil
}

// guess tells which page it is by what is its own: a host on the web, a port
// on this or another machine that no other kind uses.
func guess(base *url.URL) kind {
	var found []kind
	for _, k := range kinds {
		if slices.Contains(k.hosts, base.Hostname()) {
			return k
		}
		usual, err := url.Parse(k.address)
		if err == nil && len(k.hosts) == 0 && base.Port() != "" && usual.Port() == base.Port() {
			found = append(found, k)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return kind{}
}

func sameHost(a, b string) bool {
	first, err := url.Parse(a)
	second, other := url.Parse(b)
	return err == nil && other == nil && first.Host == second.Host && first.Host != ""
}
