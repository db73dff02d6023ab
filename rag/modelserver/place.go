package modelserver

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// ErrRemote is why [CheckURL] refuses a server that is not on this machine.
var ErrRemote = errors.New("is not on this machine")

// CheckURL returns what is wrong with a server's URL. It quotes nothing of it
// but the host: the rest may be a secret.
func CheckURL(u *url.URL, allowRemote bool) error {
	switch {
	case u == nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("has no http or https URL")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return errors.New("has a URL with a user, query or fragment, which is not for one")
	case !allowRemote && !loopback(u):
		return fmt.Errorf("at %s %w", u.Host, ErrRemote)
	}
	return nil
}

// loopback reports whether a URL leads to this machine.
func loopback(u *url.URL) bool {
	host := u.Hostname()
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.Unmap().IsLoopback()
}

// Client returns a client that follows no redirect: where a server sends a
// request on to, nobody has allowed to see the texts. nil stands for one that
// keeps connections and, as Go does, uses the proxies of the environment except
// for this machine's own addresses.
func Client(client *http.Client) *http.Client {
	if client == nil {
		client = &http.Client{Transport: &http.Transport{
			// Leaves out "localhost" and loopback addresses by itself.
			Proxy:                  http.ProxyFromEnvironment,
			IdleConnTimeout:        time.Minute,
			MaxResponseHeaderBytes: 64 << 10,
		}}
	}
	staying := *client
	staying.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &staying
}
