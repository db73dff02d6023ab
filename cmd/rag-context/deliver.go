package main

import (
	"errors"
	"fmt"
	"net/url"

	"rag-context/health"
	"rag-context/transport/desktop"
)

type deliveryFlags struct {
	Print bool   `short:"p" help:"Print the block instead of copying it."`
	Copy  bool   `help:"Copy the block, also with --print or --json."`
	Open  bool   `short:"o" help:"Open the chat page afterwards."`
	Chat  string `placeholder:"URL" help:"The chat page that --open opens (default: the LLM's own page)."`
}

// delivery says where a block went.
type delivery struct {
	Method   string `json:"method"`   // "clipboard", "tmux", "osc52", "stdout" or "none"
	Copied   bool   `json:"copied"`   // and read back where the platform can
	Verified bool   `json:"verified"` // read back and found equal
	Sent     bool   `json:"sent"`     // to a terminal that can't be asked
	Printed  bool   `json:"printed"`  // on standard output
	Opened   string `json:"opened"`   // the page that was opened
	Problem  string `json:"problem"`  // why it was not copied
}

// deliver takes the block to the clipboard and to standard output, as asked. A
// block that can't be copied is printed: it is never lost.
func (a *app) deliver(block string, flags deliveryFlags, json bool) (delivery, error) {
	d := delivery{Method: "none"}
	if flags.Copy || !flags.Print && !json {
		a.copy(block, &d)
	}
	wanted := flags.Print || !a.env.stdoutTerminal || !d.Copied && !d.Sent
	if json || !wanted {
		return d, nil
	}
	if err := a.print(block); err != nil {
		return d, fmt.Errorf("print block: %w", err)
	}
	d.Printed = true
	if d.Method == "none" {
		d.Method = "stdout"
	}
	return d, nil
}

func (a *app) copy(block string, d *delivery) {
	done, err := a.env.clipboard.Copy(a.ctx, block)
	switch {
	case err == nil:
		d.Method, d.Verified, d.Sent = string(done.Method), done.Verified, done.Sent
		d.Copied = !done.Sent
	case errors.Is(err, desktop.ErrNoClipboard):
		d.Problem = "there is no clipboard here"
	default:
		d.Problem = fmt.Sprintf("the clipboard did not take the block: %v", err)
	}
}

// validate refuses a chat page that no browser could open.
func (f deliveryFlags) validate() error {
	if f.Chat == "" {
		return nil
	}
	if parsed, err := url.Parse(f.Chat); err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return hinted{usageError{fmt.Errorf("chat page %.200q is no http or https URL", f.Chat)}, "a chat page looks like --chat http://127.0.0.1:3000"}
	}
	return nil
}

// withoutPassword is an address as it may be shown.
func withoutPassword(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.User == nil {
		return address
	}
	return parsed.Redacted()
}

// openChat opens the chat page, the LLM's own where none is named, and returns
// its address; "" where it did not.
func (a *app) openChat(chat string, llm *health.Report) string {
	address := chat
	if address == "" && llm != nil && llm.State != health.Down {
		address = llm.URL
	}
	if address == "" {
		a.warn("there is no chat page to open", "--chat URL names one; so does chat = \"URL\" in the settings")
		return ""
	}
	shown := withoutPassword(address)
	if err := a.env.browser.Open(a.ctx, address); err != nil {
		a.warn(fmt.Sprintf("the browser did not open: %v", err), "open "+shown+" yourself")
		return ""
	}
	return shown
}
