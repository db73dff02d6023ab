package desktop

import "strings"

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

// unixDesktop follows the order of atotto/clipboard, so that what is tested for
// is what it uses. It knows more than that only of what would go wrong: a tool
// without a display, and clip.exe.
func (o ClipboardOptions) unixDesktop() route {
	switch {
	case o.getenv("WAYLAND_DISPLAY") != "" && o.has("wl-copy", "wl-paste"):
		return o.wayland()
	case o.getenv("DISPLAY") != "" && o.has("xclip"):
		return o.local("xclip", systemBoard{o.System}, exactly)
	case o.getenv("DISPLAY") != "" && o.has("xsel"):
		return o.local("xsel", systemBoard{o.System}, exactly)
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
