package desktop

import (
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

// unixDesktop skips what would go wrong: a tool without its display, and
// clip.exe, which garbles all but ASCII.
func (o ClipboardOptions) unixDesktop() route {
	switch {
	case o.getenv("WAYLAND_DISPLAY") != "" && o.has("wl-copy", "wl-paste"):
		return o.wayland()
	case o.getenv("DISPLAY") != "" && o.has("xclip"):
		return o.x11("xclip", []string{"-in", "-selection", "clipboard"}, []string{"-out", "-selection", "clipboard"})
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

// x11 runs a tool that answers for the selection. The package atotto/clipboard
// could write with it too, but leaves it in this program's process group, where
// the Ctrl-C that ends a script takes the text away with it.
func (o ClipboardOptions) x11(name string, copy, paste []string) route {
	return o.local(name, tool{copy: o.command(name, copy...), paste: o.command(name, paste...), environ: o.Environ, stays: true}, exactly)
}

// xsel returns before its daemon owns the selection. And that daemon may end
// once it has given a text of more than 4000 bytes, which it sends in parts, to a
// program that exits right away, as a reader does (github.com/kfish/xsel/issues/33).
// The first to ask for such a text must be the person.
func (o ClipboardOptions) xsel() route {
	r := o.x11("xsel", []string{"--input", "--clipboard"}, []string{"--output", "--clipboard"})
	r.settles = 50 * time.Millisecond
	r.most = 4000
	return r
}

// wayland names the type of the text: left to itself, wl-copy guesses it from
// the first bytes and may offer what looks like HTML or a mailbox as such.
func (o ClipboardOptions) wayland() route {
	t := tool{
		copy:    o.command("wl-copy", "--type", "text/plain"),
		paste:   o.command("wl-paste", "--no-newline"),
		environ: o.Environ,
		stays:   true,
	}
	r := o.local("wl-copy", t, exactly)
	r.mark = t.copiedBy(o.command("wl-copy", "--sensitive", "--type", "text/plain")).write // from 2.3 on
	return r
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
	t := tool{
		copy:    o.command("pbcopy"),
		paste:   o.command("pbpaste", "-Prefer", "txt"),
		environ: append(environ, "LC_CTYPE=UTF-8"),
	}
	r := o.local("pbcopy", t, exactly)
	r.mark = t.copiedBy(o.command("osascript", "-l", "JavaScript", "-e", concealedCopy)).write
	return r
}

// concealedCopy puts standard input on the pasteboard of macOS together with
// the type that clipboard managers agreed on (nspasteboard.org) for what they
// should neither keep nor show.
const concealedCopy = `ObjC.import('AppKit');
const input = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile;
const board = $.NSPasteboard.generalPasteboard;
board.clearContents;
board.setStringForType($.NSString.alloc.initWithDataEncoding(input, $.NSUTF8StringEncoding), 'public.utf8-plain-text');
board.setStringForType('', 'org.nspasteboard.ConcealedType');`
