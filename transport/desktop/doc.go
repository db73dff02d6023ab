// Package desktop reaches the two things outside a terminal that a person pastes
// into and looks at: the clipboard and the web browser.
//
// [Clipboard] puts text where a paste finds it and says honestly how far it got:
// verified when the clipboard gave the same text back, sent when it went where
// that can't be asked for. It tries, in this order,
//
//  1. the desktop's own clipboard (Windows through atotto/clipboard; X11,
//     Wayland, macOS, Termux and Windows from inside WSL through the tools that
//     come with them),
//  2. tmux, when inside of it,
//  3. the terminal itself, by the control sequence OSC 52, where it is known to
//     take that or says so when asked.
//
// Where none is to be had it returns [ErrNoClipboard], and the caller still has
// the text. [Browser] opens an http or https URL.
//
// It is not a clipboard manager: it keeps no history, watches nothing, and knows
// plain text only. What answers for a text that was copied outlives this program,
// its terminal and a Ctrl-C in it. No child process writes to this program's standard output,
// which may be a pipe or a protocol.
package desktop
