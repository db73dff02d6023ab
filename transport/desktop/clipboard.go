package desktop

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// DefaultTimeout is how long one step, writing or reading back, may take.
const DefaultTimeout = 3 * time.Second

// Methods of a [Delivery].
const (
	MethodClipboard = "clipboard" // the desktop's own
	MethodTmux      = "tmux"      // its buffer, and through it the outer terminal
	MethodOSC52     = "osc52"     // a control sequence to the terminal
)

// Delivery says how far a text got. Exactly one of Verified and Sent holds.
type Delivery struct {
	Method string
	// Verified: the clipboard gave the same text back. Only then was it copied.
	Verified bool
	// Sent: it was handed to what can't be asked whether it has it: a terminal,
	// or xsel with a long text.
	Sent bool
	// Unmarked says why a text that was to be marked as sensitive is not; ""
	// where it is, or was not to be.
	Unmarked string
}

// ClipboardOptions says how to reach the clipboard. The zero value is right for
// the real world.
type ClipboardOptions struct {
	World
	// Timeout bounds each step; 0 means [DefaultTimeout]. PowerShell under WSL,
	// which is slow to start, gets twice that.
	Timeout time.Duration
	// ForceOSC52 sends OSC 52 to any terminal, also to one that is not known to
	// take it and also next to a display.
	ForceOSC52 bool
	// MaxOSC52 is the longest text for OSC 52, in bytes; 0 means [MaxOSC52].
	MaxOSC52 int
	// System is the clipboard of Windows; nil means atotto/clipboard.
	System System
}

// Clipboard is the one that the person at the keyboard pastes from. It may be
// used concurrently, though the last copy wins, as everywhere.
type Clipboard struct {
	options ClipboardOptions
}

// NewClipboard returns the clipboard reached by those options. It does nothing
// yet: what is there is found out by each call.
func NewClipboard(options ClipboardOptions) *Clipboard {
	options.World = options.World.withDefaults()
	options.Timeout = cmp.Or(options.Timeout, DefaultTimeout)
	options.MaxOSC52 = cmp.Or(options.MaxOSC52, MaxOSC52)
	if options.System == nil {
		options.System = atotto{}
	}
	return &Clipboard{options: options}
}

// Copy puts text on the clipboard by the first way that works. It returns
// [ErrNoClipboard] where there is no way, [ErrCopyFailed] where none of those
// there are worked, and the context's error once that is done.
//
// The text must be UTF-8, not empty and without NUL: a clipboard of text gives
// nothing else back unchanged.
func (c *Clipboard) Copy(ctx context.Context, text string) (Delivery, error) {
	return c.copy(ctx, text, false)
}

// CopySensitive is [Clipboard.Copy], and asks clipboard managers not to keep
// the text, in the way of the platform: the hint of KDE's password managers on
// Wayland, a concealed pasteboard type on macOS, formats that keep it out of
// history and cloud on Windows. Where that can't be said, the text is copied
// all the same and [Delivery] says why it is not marked.
func (c *Clipboard) CopySensitive(ctx context.Context, text string) (Delivery, error) {
	return c.copy(ctx, text, true)
}

func (c *Clipboard) copy(ctx context.Context, text string, sensitive bool) (Delivery, error) {
	if text == "" || strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
		return Delivery{}, fmt.Errorf("%w: the text is empty, not UTF-8 or has a NUL", ErrCopyFailed)
	}
	var reasons []error
	for _, route := range c.routes() {
		delivery, err := route.deliver(ctx, text, sensitive)
		if err == nil {
			return delivery, nil
		}
		if ctx.Err() != nil {
			return Delivery{}, fmt.Errorf("copy: %w", ctx.Err())
		}
		reasons = append(reasons, err)
	}
	return Delivery{}, summarize(reasons, ErrNoClipboard, ErrCopyFailed)
}

// Read returns the text on the clipboard, from the first way that gives one.
// It returns [ErrNoClipboard] where there is no way. An empty clipboard may
// read as "" or as an error: most of the tools make no difference.
func (c *Clipboard) Read(ctx context.Context) (string, error) {
	var reasons []error
	for _, route := range c.routes() {
		text, err := route.read(ctx)
		if err == nil {
			return text, nil
		}
		if ctx.Err() != nil {
			return "", fmt.Errorf("read clipboard: %w", ctx.Err())
		}
		reasons = append(reasons, err)
	}
	return "", summarize(reasons, ErrNoClipboard, errRead)
}

// routes lists the ways, best first. Over SSH the clipboard of a Mac or a
// Windows machine is not the one of the person at the keyboard, so there it
// comes last; on the other systems a display seen over SSH is a forwarded one.
func (c *Clipboard) routes() []route {
	o := c.options
	terminal := []route{o.osc52()}
	if o.getenv("TMUX") != "" {
		terminal = []route{o.tmux(), o.osc52()}
	}
	if o.remote() && (o.OS == "darwin" || o.OS == "windows") {
		return append(terminal, o.desktop())
	}
	return append([]route{o.desktop()}, terminal...)
}
