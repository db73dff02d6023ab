package desktop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// DefaultGrace is how long a browser's launcher may run before it counts as
// started.
const DefaultGrace = 2 * time.Second

// BrowserOptions says how to reach the web browser. The zero value is right for
// the real world.
type BrowserOptions struct {
	World
	// Grace is how long to wait for a launcher to exit, and so to say whether it
	// worked; 0 means [DefaultGrace].
	Grace time.Duration
	// Default opens a URL where neither $BROWSER nor wslview does; nil means
	// pkg/browser. It may block for as long as the browser is open.
	Default func(url string) error
}

// Browser is the person's web browser.
type Browser struct {
	options BrowserOptions
}

// NewBrowser returns the browser reached by those options.
func NewBrowser(options BrowserOptions) *Browser {
	options.World = options.World.withDefaults()
	options.Grace = cmp.Or(options.Grace, DefaultGrace)
	if options.Default == nil {
		options.Default = openByDefault
	}
	return &Browser{options: options}
}

// launcher is one way to open the URL. What start returns waits for its end,
// which may be that of the browser.
type launcher struct {
	name  string
	start func() (wait func() error, err error)
}

// Open shows an http or https URL, by the first of these that works: the
// commands in $BROWSER, wslview where it is installed, the system's default. It
// returns once a launcher has exited or has run for the grace time. A launcher
// that still runs then is left to itself, also when ctx is done.
//
// It returns [ErrInvalidURL] for any other URL and a longer one than
// [Browser.LongestURL], [ErrNoBrowser] where there is
// nothing to start, and the launchers' own errors where all of them failed.
func (b *Browser) Open(ctx context.Context, url string) error {
	if err := checkURL(url); err != nil {
		return err
	}
	if most := b.LongestURL(); len(url) > most {
		return fmt.Errorf("%w: it has %d bytes, the browser is given %d at most", ErrInvalidURL, len(url), most)
	}
	reasons := []error{}
	for _, l := range b.options.launchers(url) {
		err := b.launch(ctx, l)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("open browser: %w", ctx.Err())
		}
		reasons = append(reasons, fmt.Errorf("%s: %w", l.name, err))
	}
	return summarize(reasons, ErrNoBrowser, errOpen)
}

var errOpen = errors.New("open browser")

func (b *Browser) launch(ctx context.Context, l launcher) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	wait, err := l.start()
	if err != nil {
		return err
	}
	running := errors.New("still running")
	ctx, cancel := context.WithTimeoutCause(ctx, b.options.Grace, running)
	defer cancel()
	if _, err = abandonable(ctx, func() (string, error) { return "", wait() }); err == running {
		return nil
	}
	return err
}

func (o BrowserOptions) launchers(url string) []launcher {
	var all []launcher
	for _, argv := range o.browserVariable(url) {
		all = append(all, o.program(argv))
	}
	if o.OS == "linux" && o.has("wslview") {
		all = append(all, o.program([]string{"wslview", url}))
	}
	return append(all, o.byDefault(url))
}

// program launches a command that outlives this process: it has a session of
// its own, and no pipe that would break.
func (o BrowserOptions) program(argv []string) launcher {
	return launcher{name: argv[0], start: func() (func() error, error) {
		path, err := o.LookPath(argv[0])
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(path, argv[1:]...)
		cmd.Env = o.Environ
		inOwnSession(cmd)
		return cmd.Wait, cmd.Start()
	}}
}

func (o BrowserOptions) byDefault(url string) launcher {
	return launcher{name: "default browser", start: func() (func() error, error) {
		if !o.display() && !o.termux() {
			return nil, unreachable{"no display (DISPLAY and WAYLAND_DISPLAY are not set)"}
		}
		return func() error { return o.Default(url) }, nil
	}}
}
