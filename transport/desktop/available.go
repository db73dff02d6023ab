package desktop

// Available names the first way that [Clipboard.Copy] would try, without using
// it; [ErrNoClipboard] where there is none.
func (c *Clipboard) Available() (string, error) {
	var reasons []error
	for _, route := range c.routes() {
		if route.err == nil {
			return route.name, nil
		}
		reasons = append(reasons, route.err)
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
	openers := map[string]string{"linux": "xdg-open", "darwin": "open"}
	opener, known := openers[b.options.OS]
	switch {
	case b.options.OS == "linux" && b.options.has("wslview"), !known:
		return nil
	case !b.options.display() && !b.options.termux():
		reasons = append(reasons, unreachable{"no display (DISPLAY and WAYLAND_DISPLAY are not set)"})
	case b.options.has(opener):
		return nil
	default:
		reasons = append(reasons, unreachable{opener + " is not there"})
	}
	return summarize(reasons, ErrNoBrowser, ErrNoBrowser)
}
