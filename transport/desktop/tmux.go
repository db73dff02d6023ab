package desktop

// tmux is the way through the terminal multiplexer around us. It keeps the text
// in a buffer of its own, which is read back, and passes it on to the outer
// terminal, which can't be asked.
//
// The flag -w is that of tmux 3.2 (2021); older ones refuse it.
func (o ClipboardOptions) tmux() route {
	if !o.has("tmux") {
		return noRoute("inside tmux, which is not in PATH")
	}
	return route{
		name:   "tmux",
		method: MethodTmux,
		board: tool{
			copy:    o.command("tmux", "load-buffer", "-w", "-"),
			paste:   o.command("tmux", "save-buffer", "-"),
			environ: o.Environ,
		},
		timeout: o.Timeout,
		same:    exactly,
	}
}
