package health

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// ErrInvalidPlace is what a text is that says nowhere to look for a server.
var ErrInvalidPlace = errors.New("invalid place of a server")

// Words of [ParsePlaces].
const (
	anywhere = "auto"
	nowhere  = "none"
)

// Places is where to look for a server, in order. The zero value is nowhere.
type Places struct{ list []place }

// place is one address that was given, or usual ones of this machine.
type place struct {
	given *url.URL
	usual []*url.URL // to be asked at once
	kind  Kind       // whose these are, "" everyone's
}

// ParsePlaces reads where to look: "auto" is every usual port of this machine, a
// [Kind] is that kind's ports, a URL (or HOST:PORT) is that address alone, "none" is nowhere.
// Several are separated by commas and looked at in that order: "URL,auto" is the
// URL and, where nothing can be chatted with there, the usual ports. Errors are
// an [ErrInvalidPlace] or an [ErrInvalidURL].
func ParsePlaces(text string) (Places, error) {
	var places Places
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		p, err := parsePlace(word)
		switch {
		case err != nil:
			return Places{}, err
		case word == nowhere && strings.TrimSpace(text) != nowhere:
			return Places{}, fmt.Errorf("%w: %q stands alone", ErrInvalidPlace, nowhere)
		case word != nowhere:
			places.list = append(places.list, p)
		}
	}
	return places, nil
}

func parsePlace(word string) (place, error) {
	switch {
	case word == nowhere:
		return place{}, nil
	case word == anywhere:
		return place{usual: usualAddresses(Kinds())}, nil
	case slices.Contains(Kinds(), Kind(word)):
		return place{usual: usualAddresses([]Kind{Kind(word)}), kind: Kind(word)}, nil
	case word != "" && !strings.ContainsAny(word, ":/"):
		return place{}, fmt.Errorf("%w %.50q: must be %s, %s, a URL or one of %s", ErrInvalidPlace, word, anywhere, nowhere, kindList())
	}
	u, err := ParseURL(withScheme(word))
	return place{given: u}, err
}

// withScheme takes "127.0.0.1:8080" for an address of http.
func withScheme(word string) string {
	address, _, _ := strings.Cut(word, "/")
	host, port, err := net.SplitHostPort(address)
	if _, numberErr := strconv.ParseUint(port, 10, 16); err != nil || numberErr != nil || host == "" || strings.Contains(host, "@") {
		return word
	}
	return "http://" + word
}

func kindList() string {
	var words []string
	for _, kind := range Kinds() {
		words = append(words, string(kind))
	}
	return strings.Join(words, ", ")
}

// usualAddresses are the loopback addresses of these kinds, each once. Servers
// that listen at "localhost" take only one of its two addresses.
func usualAddresses(kinds []Kind) []*url.URL {
	var all []*url.URL
	seen := map[int]bool{}
	for _, kind := range kinds {
		for _, port := range serverOf(kind).ports {
			if seen[port] {
				continue
			}
			seen[port] = true
			for _, host := range []string{"127.0.0.1", "::1"} {
				all = append(all, &url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(port))})
			}
		}
	}
	return all
}

// None reports whether there is nowhere to look.
func (p Places) None() bool { return len(p.list) == 0 }

// holds reports whether the usual addresses of the places have this one.
func (p place) holds(address string) bool {
	return slices.ContainsFunc(p.usual, func(u *url.URL) bool { return u.String() == address })
}
