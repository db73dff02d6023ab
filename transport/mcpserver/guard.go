package mcpserver

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/rs/cors"
)

// guard keeps web pages out that have no business here: those of other origins,
// and those that reach this machine by a name of their own (DNS rebinding).
type guard struct{ hosts, origins []string }

func newGuard(hosts, origins []string) guard {
	lower := func(list []string) []string {
		all := make([]string, len(list))
		for i, text := range list {
			all[i] = strings.ToLower(strings.TrimSuffix(text, "/"))
		}
		return all
	}
	return guard{lower(hosts), lower(origins)}
}

// only refuses requests for other hosts, on any method, before anything else is
// looked at.
func (g guard) only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.allowsHost(r.Host) {
			http.Error(w, "this host name is not served here", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// crossOrigin refuses requests of pages from other origins and lets browsers
// know what those of allowed ones may send and read. Preflights carry no token,
// so that this stands before it is asked for.
func (g guard) crossOrigin(next http.Handler) http.Handler {
	sharing := cors.New(cors.Options{
		AllowOriginFunc: g.allowsOrigin,
		AllowedMethods:  []string{http.MethodGet, http.MethodPost, http.MethodDelete},
		AllowedHeaders: []string{"Accept", "Authorization", "Content-Type", "Last-Event-ID",
			"Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id"},
		ExposedHeaders:      []string{"Mcp-Session-Id", "WWW-Authenticate", "Retry-After"},
		AllowPrivateNetwork: true,
		MaxAge:              7200, // seconds, what browsers allow at most
	}).Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !g.allowsOrigin(origins[0]) {
			http.Error(w, "pages of this origin may not use this server", http.StatusForbidden)
			return
		}
		sharing.ServeHTTP(w, r)
	})
}

// allowsHost takes addresses, which nobody can rebind, and known names.
func (g guard) allowsHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	return net.ParseIP(host) != nil || host == "localhost" || slices.Contains(g.hosts, host)
}

// allowsOrigin takes pages of this machine and those that are listed.
func (g guard) allowsOrigin(origin string) bool {
	if slices.Contains(g.origins, strings.ToLower(origin)) {
		return true
	}
	parsed, err := url.Parse(origin)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Path != "" || parsed.User != nil {
		return false
	}
	return isLoopback(parsed.Hostname())
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
