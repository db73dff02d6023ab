package main

func (a *app) checkClipboard() finding {
	tool, err := a.env.clipboard.Available()
	if err != nil {
		return finding{Check: "clipboard", State: stateWarning, Detail: err.Error(),
			Remedy: "blocks go to standard output instead; on Linux install xclip or wl-clipboard and run inside a desktop session"}
	}
	return finding{Check: "clipboard", State: stateOK, Detail: "by " + tool}
}

func (a *app) checkBrowser() finding {
	if err := a.env.browser.Available(); err != nil {
		return finding{Check: "browser", State: stateWarning, Detail: err.Error(), Remedy: "--open will not work; set BROWSER to a browser's command"}
	}
	return finding{Check: "browser", State: stateOK, Detail: "found"}
}
