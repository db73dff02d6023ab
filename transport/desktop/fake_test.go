package desktop_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// fakes are the programs that the test binary can be. Each returns an exit code.
//
// The clipboard tools keep their text in the file FAKE_STORE, and what marks it
// as sensitive beside it. FAKE_MODE makes them misbehave: "fail", "refuse" (fail
// before reading any text), "drop" (say that it worked, keep nothing), "hang",
// "old" (know no marks), or "crlf" and "cut", for what they do to a text. With a
// name behind it, as in "fail:xclip", it is for that program alone.
// Every fake appends its arguments to FAKE_LOG, as a line of JSON.
var fakes = map[string]func() int{
	"xclip":                clipboardTool,
	"xsel":                 clipboardTool,
	"wl-copy":              clipboardTool,
	"wl-paste":             clipboardTool,
	"termux-clipboard-set": clipboardTool,
	"termux-clipboard-get": clipboardTool,
	"tmux":                 clipboardTool,
	"pbcopy":               clipboardTool,
	"pbpaste":              clipboardTool,
	"powershell":           clipboardTool,
	"osascript":            clipboardTool,
	"firefox":              browserTool,
	"chrome":               browserTool,
	"my browser":           browserTool,
	"wslview":              browserTool,
	"xdg-open":             browserTool,
}

// calledAs is the name that this process was started under.
func calledAs() string { return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") }

// mode is what this program should do wrong.
func mode() string {
	mode, name, narrow := strings.Cut(os.Getenv("FAKE_MODE"), ":")
	if narrow && name != calledAs() {
		return ""
	}
	return mode
}

// marks are the words by which a program is told to mark a text, and the mark
// that clipboard managers then see.
var marks = map[string]string{
	"--sensitive":                                  "x-kde-passwordManagerHint",
	"org.nspasteboard.ConcealedType":               "org.nspasteboard.ConcealedType",
	"ExcludeClipboardContentFromMonitorProcessing": "ExcludeClipboardContentFromMonitorProcessing",
}

// mark returns what the text is to be marked with, "" for nothing.
func mark() string {
	arguments := strings.Join(os.Args[1:], " ")
	for word, mark := range marks {
		if strings.Contains(arguments, word) {
			return mark
		}
	}
	return ""
}

func clipboardTool() int {
	logArguments()
	switch mode() {
	case "old":
		if mark() != "" {
			io.WriteString(os.Stderr, "unrecognized option\n")
			return 1
		}
	case "refuse":
		return 1
	case "fail":
		io.Copy(io.Discard, os.Stdin)
		io.WriteString(os.Stderr, "can't open display\nusage: ...\n")
		return 1
	case "hang":
		return hang()
	}
	if pastes() {
		return paste()
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return 1
	}
	if mode() == "drop" {
		return 0
	}
	store := os.Getenv("FAKE_STORE")
	if errors.Join(os.WriteFile(store, []byte(understood(string(text))), 0o600), os.WriteFile(store+".mark", []byte(mark()), 0o600)) != nil {
		return 1
	}
	return 0
}

func pastes() bool {
	return slices.Contains([]string{"wl-paste", "pbpaste", "termux-clipboard-get"}, calledAs()) ||
		slices.ContainsFunc(os.Args, func(argument string) bool {
			return argument == "-out" || argument == "--output" || argument == "save-buffer" ||
				strings.Contains(argument, "Get-Clipboard")
		})
}

// understood is what a tool takes its input for.
func understood(text string) string {
	switch calledAs() {
	case "pbcopy":
		if effectiveLocale() != "UTF-8" {
			return asLatin1(text)
		}
	case "powershell":
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return asLatin1(text)
		}
		return strings.ReplaceAll(string(decoded), "\n", "\r\n")
	case "termux-clipboard-set":
		return strings.TrimRight(text, "\n")
	}
	switch mode() {
	case "crlf":
		return strings.ReplaceAll(text, "\n", "\r\n")
	case "cut":
		return text[:len(text)-1]
	}
	return text
}

func effectiveLocale() string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(name); value != "" {
			_, charset, found := strings.Cut(value, ".")
			if !found {
				charset = value
			}
			return charset
		}
	}
	return "C"
}

func asLatin1(text string) string {
	var wrong strings.Builder
	for _, b := range []byte(text) {
		wrong.WriteRune(rune(b))
	}
	return wrong.String()
}

func paste() int {
	text, err := os.ReadFile(os.Getenv("FAKE_STORE"))
	if err != nil {
		return 1 // as the real ones do on an empty clipboard
	}
	output := string(text)
	if calledAs() == "powershell" {
		output = base64.StdEncoding.EncodeToString(text)
	}
	io.WriteString(os.Stdout, output)
	return 0
}

// browserTool is noisy. FAKE_MODE may be "fail" or "hang", for all of them or,
// as "fail:firefox", for one.
func browserTool() int {
	logArguments()
	io.WriteString(os.Stdout, "noise on standard output\n")
	io.WriteString(os.Stderr, "noise on standard error\n")
	switch mode() {
	case "fail":
		return 4
	case "none":
		return 3 // xdg-open's code for "a required tool could not be found"
	case "hang":
		return hang()
	}
	return 0
}

// hang stays until the test closes its gate. It echoes what comes through it,
// and makes noise, which kills it when its standard output is a broken pipe.
func hang() int {
	connection, err := net.Dial("tcp", os.Getenv("FAKE_GATE"))
	if err != nil {
		return 1
	}
	ping := make([]byte, 4)
	for {
		if _, err := io.ReadFull(connection, ping); err != nil {
			return 0
		}
		io.WriteString(os.Stdout, "still here\n")
		connection.Write(ping)
	}
}

func logArguments() {
	name := os.Getenv("FAKE_LOG")
	if name == "" {
		return
	}
	line, err := json.Marshal(append([]string{calledAs()}, os.Args[1:]...))
	log, openErr := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err := errors.Join(err, openErr); err != nil {
		os.Exit(2)
	}
	defer log.Close()
	log.Write(append(line, '\n'))
}
