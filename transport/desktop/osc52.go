package desktop

import (
	"context"
	"fmt"
	"io"
	"slices"

	osc52 "github.com/aymanbagabas/go-osc52/v2"
)

// MaxOSC52 is the longest text that OSC 52 is used for, in bytes: what makes
// 99,992 characters of Base64, just below the 100,000 at which hterm and others
// cut. A terminal that takes less drops the text without a word.
const MaxOSC52 = 74_994

// OSC52 is what [Clipboard.Available] calls the terminal's control sequence.
const OSC52 = "OSC 52"

// osc52 is the way through the terminal's own control sequence. It is taken
// only where the person's clipboard is most likely at the far end of the
// terminal, and the terminal is known to take the sequence as it comes or
// announces that it does.
func (o ClipboardOptions) osc52() route {
	var check func() error
	if !o.ForceOSC52 {
		switch {
		case o.display() && !o.remote():
			return noRoute("OSC 52 is not used next to a display")
		case o.multiplexed():
			return noRoute(fmt.Sprintf("the terminal %.40q, inside another, is not known to take OSC 52", o.getenv("TERM")))
		case !o.takesOSC52():
			check = o.announcesOSC52
		}
	}
	return route{
		check:   check,
		name:    OSC52,
		method:  MethodOSC52,
		board:   terminal{open: o.OpenTerminal, limit: o.MaxOSC52, screen: o.getenv("STY") != ""},
		timeout: o.Timeout,
		same:    exactly,
	}
}

// takesOSC52 knows the terminals that take the sequence as they are installed.
// Many more can be told to: xterm, iTerm2.
func (o ClipboardOptions) takesOSC52() bool {
	terms := []string{
		"xterm-kitty", "xterm-ghostty", "ghostty", "wezterm", "contour",
		"alacritty", "alacritty-direct", "foot", "foot-extra", "foot-direct",
	}
	programs := []string{"ghostty", "WezTerm"}
	return slices.Contains(terms, o.getenv("TERM")) ||
		slices.Contains(programs, o.getenv("TERM_PROGRAM")) ||
		o.getenv("WT_SESSION") != "" // Windows Terminal
}

// multiplexed reports whether another terminal is in between, which eats the
// sequence. The names of the one outside, which programs inside inherit, say
// nothing then, and it can't be asked.
func (o ClipboardOptions) multiplexed() bool { return o.getenv("TMUX") != "" || o.getenv("STY") != "" }

// terminal is a board that can't be read: most terminals refuse to give the
// clipboard to whoever writes to them.
type terminal struct {
	open   func() (io.WriteCloser, error)
	limit  int  // bytes of text
	screen bool // inside GNU screen, which wants the sequence wrapped
}

func (t terminal) write(ctx context.Context, text string) error {
	if len(text) > t.limit {
		return unreachable{fmt.Sprintf("the text has %d bytes, the terminal takes %d", len(text), t.limit)}
	}
	device, err := t.open()
	if err != nil {
		return unreachable{fmt.Sprintf("no terminal: %v", err)}
	}
	sequence := osc52.New(text)
	if t.screen {
		sequence = sequence.Screen()
	}
	_, err = abandonable(ctx, func() (string, error) {
		defer device.Close()
		_, err := sequence.WriteTo(device)
		return "", err
	})
	return err
}

func (terminal) read(context.Context) (string, error) { return "", errWriteOnly }
