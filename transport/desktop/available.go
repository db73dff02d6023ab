package desktop

import "slices"

// Available names the first way that [Clipboard.Copy] would try, without using
// it; [ErrNoClipboard] where there is none.
func (c *Clipboard) Available() (string, error) {
	var reasons []error
	for _, route := range c.routes() {
		err := route.usable()
		if err == nil {
			return route.name, nil
		}
		reasons = append(reasons, err)
	}
	return "", summarize(reasons, ErrNoClipboard, ErrNoClipboard)
}

// Available reports whether [Browser.Open] would find something to start,
// without starting it; [ErrNoBrowser] where there is nothing.
func (b *Browser) Available() error {
	var reasons []error
	for _, argv := range b.options.browserVariable("http://127.0.0.1") {
		if b.options.has(argv[0]) {
			return nil
		}
		reasons = append(reasons, unreachable{"BROWSER names " + argv[0] + ", which is not there"})
	}
	if b.options.OS == "windows" || b.options.OS == "darwin" || b.options.OS == "linux" && b.options.has("wslview") {
		return nil
	}
	if !b.options.display() && !b.options.termux() {
		reasons = append(reasons, unreachable{"no display (DISPLAY and WAYLAND_DISPLAY are not set)"})
	} else if b.anyInstalled() {
		return nil
	} else {
		reasons = append(reasons, unreachable{"xdg-open has no browser to start"})
	}
	return summarize(reasons, ErrNoBrowser, ErrNoBrowser)
}

// anyInstalled looks for what pkg/browser starts. xdg-open alone is no browser:
// it looks for one, by these names where no desktop tells it.
func (b *Browser) anyInstalled() bool {
	browsers := []string{"x-www-browser", "www-browser", "termux-open-url"}
	if b.options.has("xdg-open") {
		browsers = append(browsers, "firefox", "chromium", "chromium-browser", "google-chrome", "brave-browser",
			"epiphany", "falkon", "konqueror", "microsoft-edge", "vivaldi", "opera", "librewolf", "iceweasel")
	}
	return slices.ContainsFunc(browsers, func(name string) bool { return b.options.has(name) })
}
