package desktop

import (
	"context"
	"strings"
	"time"
)

// desktop is the way to the clipboard of this machine.
func (o ClipboardOptions) desktop() route {
	switch o.OS {
	case "windows":
		return o.windows()
	case "darwin":
		return o.macOS()
	default:
		return o.unixDesktop()
	}
}

func (o ClipboardOptions) local(name string, board board, same func(written, read string) bool) route {
	return route{name: name, method: MethodClipboard, board: board, timeout: o.Timeout, same: same, final: true}
}

// unixDesktop follows the order of atotto/clipboard, so that where that is asked
// to write, it uses the tool that was found here. It skips what would go wrong: a
// tool without its display, and clip.exe, which garbles all but ASCII.
func (o ClipboardOptions) unixDesktop() route {
	switch {
	case o.getenv("WAYLAND_DISPLAY") != "" && o.has("wl-copy", "wl-paste"):
		return o.wayland()
	case o.getenv("DISPLAY") != "" && o.has("xclip"):
		return o.x11("xclip", "-out", "-selection", "clipboard")
	case o.getenv("DISPLAY") != "" && o.has("xsel"):
		return o.xsel()
	case o.has("termux-clipboard-set", "termux-clipboard-get"):
		return o.termuxClipboard()
	}
	if powershell, ok := o.powershell(); ok {
		return o.wsl(powershell)
	}
	return noRoute(o.missing())
}

// missing says what a Unix desktop lacks.
func (o ClipboardOptions) missing() string {
	switch {
	case o.getenv("WAYLAND_DISPLAY") != "":
		return "neither wl-copy nor, for X11, xclip or xsel can be used"
	case o.getenv("DISPLAY") != "":
		return "neither xclip nor xsel is installed"
	default:
		return "no display (DISPLAY and WAYLAND_DISPLAY are not set)"
	}
}

// x11Board writes through atotto/clipboard and reads by a program of its own,
// so that one which gets no answer can be ended: xsel waits forever when it asks
// while the selection changes hands.
type x11Board struct {
	systemBoard
	reader tool
}

func (b x11Board) read(ctx context.Context) (string, error) { return b.reader.read(ctx) }

func (o ClipboardOptions) x11(name string, paste ...string) route {
	reader := tool{paste: o.command(name, paste...), environ: o.Environ}
	return o.local(name, x11Board{systemBoard{o.System}, reader}, exactly)
}

// xsel returns before its daemon owns the selection. And that daemon may end
// once it has given a text of more than 4000 bytes, which it sends in parts, to a
// program that exits right away, as a reader does (github.com/kfish/xsel/issues/33).
// The first to ask for such a text must be the person.
func (o ClipboardOptions) xsel() route {
	r := o.x11("xsel", "--output", "--clipboard")
	r.settles = 50 * time.Millisecond
	r.most = 4000
	return r
}

// wayland names the type of the text: left to itself, wl-copy guesses it from
// the first bytes and may offer what looks like HTML or a mailbox as such.
func (o ClipboardOptions) wayland() route {
	return o.local("wl-copy", tool{
		copy:    o.command("wl-copy", "--type", "text/plain"),
		paste:   o.command("wl-paste", "--no-newline"),
		environ: o.Environ,
		stays:   true,
	}, exactly)
}

// termuxClipboard does not insist on final newlines: its tools pass through a
// shell and may drop them.
func (o ClipboardOptions) termuxClipboard() route {
	return o.local("termux", tool{
		copy:    o.command("termux-clipboard-set"),
		paste:   o.command("termux-clipboard-get"),
		environ: o.Environ,
	}, func(written, read string) bool {
		return strings.TrimRight(written, "\n") == strings.TrimRight(read, "\n")
	})
}

// macOS runs pbcopy with a character set of its own: it takes its input for
// what the locale says, and that is MacRoman where none is set.
func (o ClipboardOptions) macOS() route {
	environ := []string{}
	for _, pair := range o.Environ {
		if !strings.HasPrefix(pair, "LC_ALL=") { // it would win over LC_CTYPE
			environ = append(environ, pair)
		}
	}
	return o.local("pbcopy", tool{
		copy:    o.command("pbcopy"),
		paste:   o.command("pbpaste", "-Prefer", "txt"),
		environ: append(environ, "LC_CTYPE=UTF-8"),
	}, exactly)
}
