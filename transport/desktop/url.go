package desktop

import (
	"fmt"
	"net/url"
	"strings"
)

// Lengths of an address that reach the browser whole, in bytes: what
// ShellExecute takes on Windows, and what one argument of a program may have on
// Linux (131,071), with room for the option that it may stand behind.
const (
	windowsURL = 2_081
	unixURL    = 131_000
)

// LongestURL is the most bytes that an address for [Browser.Open] may have.
func (b *Browser) LongestURL() int {
	if b.options.OS == "windows" || b.options.OS == "linux" && b.options.has("wslview") {
		return windowsURL
	}
	return unixURL
}

// checkURL refuses what is not plainly a web address. A "file:" or a scheme of
// some program would make the browser a way to run things, and launchers that
// are shell scripts have had trouble with quotes and spaces. The error names no
// more than the scheme: a URL may carry a person's question.
func checkURL(address string) error {
	parsed, err := url.Parse(address)
	switch {
	case err != nil:
		return fmt.Errorf("%w: it can't be parsed", ErrInvalidURL)
	case parsed.Scheme != "http" && parsed.Scheme != "https":
		return fmt.Errorf("%w: the scheme is %.20q, not http or https", ErrInvalidURL, parsed.Scheme)
	case parsed.Hostname() == "":
		return fmt.Errorf("%w: it names no host", ErrInvalidURL)
	case strings.ContainsAny(address, " \"`<>\\"):
		return fmt.Errorf("%w: it has a character that must be percent-encoded", ErrInvalidURL)
	}
	return nil
}
