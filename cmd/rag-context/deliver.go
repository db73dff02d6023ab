package main

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"rag-context/transport/desktop"
)

// outlets are the ways for a block to leave the program.
type outlets struct {
	Print     bool       `short:"p" help:"Print the block instead of copying it."`
	Output    outputFile `placeholder:"FILE" help:"Write the block to a file that only you can read, instead of copying it; - is standard output, like --print."`
	Copy      bool       `help:"Copy the block, also with --print, --output or --json."`
	Sensitive bool       `help:"Ask clipboard managers not to keep the block, where the platform can."`
}

// outputFile is where a block is written to; "" is nowhere.
type outputFile string

const standardOutput outputFile = "-"

// UnmarshalText implements [encoding.TextUnmarshaler].
func (f *outputFile) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return hinted{errors.New("names no file"), "--output FILE writes the block to that file, --output - to standard output"}
	}
	*f = outputFile(text)
	return nil
}

// settled are the outlets with standard output as what it is.
func (o outlets) settled() outlets {
	if o.Output == standardOutput {
		o.Print, o.Output = true, ""
	}
	return o
}

// delivery says where a block went.
type delivery struct {
	Method   string `json:"method"`   // "clipboard", "tmux", "osc52", "file", "stdout" or "none"
	Copied   bool   `json:"copied"`   // and read back where the platform can
	Verified bool   `json:"verified"` // read back and found equal
	Sent     bool   `json:"sent"`     // to a terminal that can't be asked
	Marked   bool   `json:"marked"`   // as sensitive
	Printed  bool   `json:"printed"`  // on standard output
	Written  bool   `json:"written"`  // to the file
	Opened   string `json:"opened"`   // the page that was opened
	Filled   string `json:"filled"`   // what the page was opened with: "block", "question" or ""
	Problem  string `json:"problem"`  // why it was not copied
}

// handout is a block on its way out.
type handout struct {
	text  string // as it is read
	paste string // as it goes to the clipboard
}

// deliver takes the block to the clipboard, to a file and to standard output, as
// asked. A block that can't be copied is printed: it is never lost.
func (a *app) deliver(block handout, to outlets, json bool) (delivery, error) {
	d := delivery{Method: "none"}
	to = to.settled()
	if to.Copy || !to.Print && !json && to.Output == "" {
		a.copy(block.paste, to.Sensitive, &d)
	}
	if to.Output != "" {
		if err := writePrivately(string(to.Output), []byte(block.text)); err != nil {
			return d, fmt.Errorf("write block: %w", err)
		}
		d.reached("file", &d.Written)
	}
	lost := !d.Copied && !d.Sent && !d.Written
	if json || !to.Print && !lost && (a.env.stdoutTerminal || d.Written) {
		return d, nil
	}
	if err := a.print(block.text); err != nil {
		return d, fmt.Errorf("print block: %w", err)
	}
	d.reached("stdout", &d.Printed)
	return d, nil
}

// reached notes one more place, as the method where it is the first.
func (d *delivery) reached(method string, place *bool) {
	*place = true
	if d.Method == "none" {
		d.Method = method
	}
}

// safeOSC52 is the length, in bytes, that every terminal with OSC 52 is known to
// take. Some drop a longer text without a word.
const safeOSC52 = 4096

func (a *app) copy(text string, sensitive bool, d *delivery) {
	copy := a.env.clipboard.Copy
	if sensitive {
		copy = a.env.clipboard.CopySensitive
	}
	done, err := copy(a.ctx, text)
	switch {
	case err == nil:
		d.Method, d.Verified, d.Sent = string(done.Method), done.Verified, done.Sent
		d.Copied, d.Marked = !done.Sent, sensitive && done.Unmarked == ""
	case errors.Is(err, desktop.ErrNoClipboard):
		d.Problem = "there is no clipboard here"
	default:
		d.Problem = fmt.Sprintf("the clipboard did not take the block: %v", err)
	}
	if done.Unmarked != "" {
		a.warn("the block is not marked as sensitive: "+done.Unmarked, "a clipboard manager may keep it; --print or --output FILE go around the clipboard")
	}
	if d.Method == desktop.MethodOSC52 && len(text) > safeOSC52 {
		a.warn(fmt.Sprintf("a terminal may drop a text of %d characters without a word", utf8.RuneCountInString(text)),
			"if nothing can be pasted, rag-context"+a.tenantFlag()+" last --print shows the block, last --output FILE writes it")
	}
}
