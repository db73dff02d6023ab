package main

import (
	"errors"
	"fmt"
	"regexp"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/transport/chatpage"
)

// pageFlags say what to do with the chat page.
type pageFlags struct {
	Open    bool   `short:"o" help:"Open the chat page afterwards."`
	Chat    string `placeholder:"PAGE" help:"The chat page: its URL, its name (open-webui, librechat, ...), or NAME=URL (default: the LLM's own page)."`
	Send    bool   `xor:"fill" help:"Open the page with the block in its address, which sends it without a paste, where the page can and the block fits."`
	Prefill bool   `xor:"fill" help:"Open the page with the question in its box, unsent, where the page can."`
	PasteAs string `name:"paste-as" default:"auto" enum:"auto,block,llamacpp" placeholder:"FORM" help:"What is copied: block, llamacpp (the passages as attachments in llama.cpp's page), or auto: llamacpp if --open opens that page."`
}

const pageHint = "a chat page looks like --chat http://127.0.0.1:3000, --chat librechat, or --chat open-webui=http://127.0.0.1:3000"

// validate refuses a chat page that no browser could open.
func (f pageFlags) validate() error {
	if f.Chat == "" {
		return nil
	}
	if _, err := chatpage.Parse(f.Chat); err != nil {
		return hinted{usageError{err}, pageHint}
	}
	return nil
}

// What an address fills a page's box with.
const (
	filledBlock    = "block"
	filledQuestion = "question"
)

// visit is a chat page that is to be opened.
type visit struct {
	page    chatpage.Page
	address string // to open: the page's, perhaps with text in it
	filled  string // with what
}

// planVisit finds the page that is to be opened; nil where none is wanted or
// there is none, which it says.
func (a *app) planVisit(f pageFlags, report *health.Report) *visit {
	if !f.Open && !f.Send && !f.Prefill {
		return nil
	}
	server := serverOf(report)
	page, err := chatpage.Choose(server, f.Chat)
	if err != nil {
		problem := "there is no chat page to open"
		if server.URL != "" {
			problem += ": " + err.Error()
		}
		a.warn(problem, `--chat PAGE names one, as in --chat open-webui; so does chat = "PAGE" in the settings`)
		return nil
	}
	return &visit{page: page, address: page.URL}
}

// serverOf is the LLM's server as it may have a page.
func serverOf(report *health.Report) chatpage.Server {
	if report == nil || report.State == health.Down {
		return chatpage.Server{}
	}
	return chatpage.Server{Name: report.Server, URL: report.URL}
}

// layout is the form of the block that suits what will happen to it.
func (f pageFlags) layout(v *visit) pack.Layout {
	attach := v != nil && v.page.TakesAttachments() && !f.Send
	if f.PasteAs == "llamacpp" || f.PasteAs == "auto" && attach {
		return pack.Files
	}
	return ""
}

// fillPage puts the block or the question into the address, as asked, and says
// where that can't be done: then it is for the person to paste.
func (a *app) fillPage(v *visit, f pageFlags, o askOutcome) {
	if v == nil || !f.Send && !f.Prefill {
		return
	}
	what, make, text := filledBlock, v.page.Send, o.Block
	if f.Prefill {
		what, make, text = filledQuestion, v.page.Prefill, o.Query
	}
	address, err := "", mayFill(v, f, o.LLM)
	if err == nil {
		address, err = make(text, a.env.browser.LongestURL())
	}
	if err == nil {
		v.address, v.filled = address, what
		return
	}
	hint := "paste the block into the page"
	if errors.Is(err, chatpage.ErrUnsupported) && v.page.Name == "" {
		hint += "; if it is a page that can, say which: --chat open-webui=" + withoutPassword(v.page.URL)
	}
	a.warn("the page does not get the "+what+" by its address: "+err.Error(), hint)
}

// mayFill keeps text from a page of another machine that nobody has named, and
// from a server that could not answer it yet.
func mayFill(v *visit, f pageFlags, report *health.Report) error {
	switch {
	case f.Chat != "":
		return nil
	case !v.page.Loopback():
		return errors.New("it is not on this machine, and --chat does not name it")
	case f.Send && !report.Usable():
		return errNotReady
	}
	return nil
}

// open opens the page and notes it.
func (a *app) open(v *visit, pasted string, d *delivery) {
	shown := withoutPassword(v.page.URL)
	if err := a.env.browser.Open(a.ctx, v.address); err != nil {
		a.warn(fmt.Sprintf("the browser did not open: %v", err), "open "+shown+" yourself")
		return
	}
	d.Opened, d.Filled = shown, v.filled
	if v.filled == filledBlock {
		a.say("sent to the page by its address, which stays in the browser's history")
	} else if hazard := v.page.PasteHazard(pasted); hazard != "" && (d.Copied || d.Sent) {
		a.warn("the page may make a file of a paste of this length", hazard)
	}
}

// password is that of an address.
var password = regexp.MustCompile(`(://[^/?#\s:@]*:)[^/?#\s]*@`)

// withoutPassword is an address, or what holds one, as it may be shown.
func withoutPassword(address string) string { return password.ReplaceAllString(address, "${1}xxxxx@") }

// pasteForm is a block as it goes to the clipboard.
func pasteForm(block pack.Block) (string, error) {
	if block.Files == nil {
		return block.Text, nil
	}
	var attachments []chatpage.Attachment
	for _, file := range block.Files {
		attachments = append(attachments, chatpage.Attachment{Name: file.Name, Text: file.Text})
	}
	return chatpage.Attachments(block.Message, attachments)
}
