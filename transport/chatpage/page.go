package chatpage

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"unicode/utf16"
	"unicode/utf8"
)

// Sentinels of [Page.Send] and [Page.Prefill].
var (
	// ErrUnsupported: the page takes nothing of that kind by its address.
	ErrUnsupported = errors.New("not supported by the page")
	// ErrTooLong: the text does not fit; see [*LengthError].
	ErrTooLong = errors.New("too long for the page's address")
)

// LengthError is an [ErrTooLong] with its figures.
type LengthError struct {
	Length, Limit int
	Unit          string // "bytes" of the whole address, or "characters" of the text
}

// Error implements error.
func (e *LengthError) Error() string {
	return fmt.Sprintf("%v: %d %s, %d at most", ErrTooLong, e.Length, e.Unit, e.Limit)
}

// Is makes errors.Is(err, ErrTooLong) hold.
func (e *LengthError) Is(target error) bool { return target == ErrTooLong }

// Page is a chat page at an address.
type Page struct {
	Name string // of the software, "" where it is not known
	URL  string // the page itself, without any text
	kind kind
	base *url.URL
}

// Send makes the address at which the page puts text into its box and sends it.
// most bounds the address, in bytes, by what the caller can open; 0 is no
// bound. Errors: [ErrUnsupported], [*LengthError].
func (p Page) Send(text string, most int) (string, error) { return p.address(p.kind.send, text, most) }

// Prefill makes the address at which the page puts text into its box and waits.
// Otherwise it is like [Page.Send].
func (p Page) Prefill(text string, most int) (string, error) {
	return p.address(p.kind.prefill, text, most)
}

func (p Page) address(l *link, text string, most int) (string, error) {
	if l == nil {
		return "", ErrUnsupported
	}
	if n := utf8.RuneCountInString(text); p.kind.most > 0 && n > p.kind.most {
		return "", &LengthError{Length: n, Limit: p.kind.most, Unit: "characters"}
	}
	address, limit := l.fill(p.base, text), p.kind.limit
	if most > 0 {
		limit = min(limit, most)
	}
	if len(address) > limit {
		return "", &LengthError{Length: len(address), Limit: limit, Unit: "bytes"}
	}
	return address, nil
}

// TakesAttachments reports whether the page pastes what [Attachments] writes.
func (p Page) TakesAttachments() bool { return p.Name == "llama.cpp" }

// PasteHazard says what may go wrong when text is pasted into the page, and
// what to do about it; "" where nothing is known to.
func (p Page) PasteHazard(text string) string {
	if p.kind.hazard == "" || len(utf16.Encode([]rune(text))) < p.kind.hazardFrom {
		return ""
	}
	return p.kind.hazard
}

// Loopback reports whether the page is on this machine.
func (p Page) Loopback() bool {
	host := p.base.Hostname()
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
