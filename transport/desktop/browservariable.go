package desktop

import (
	"slices"
	"strings"
)

// browserVariable returns the commands of $BROWSER with the URL filled in. The
// variable is a list of command lines, separated by colons (semicolons on
// Windows, where a colon is part of a path). In each, %s stands for the URL, %c
// for a colon and %% for a percent sign; a command without %s gets the URL as
// its last argument. No shell takes part, so nothing in a URL is ever run.
func (o BrowserOptions) browserVariable(url string) [][]string {
	separator := ":"
	if o.OS == "windows" {
		separator = ";"
	}
	var commands [][]string
	for entry := range strings.SplitSeq(o.getenv("BROWSER"), separator) {
		if argv := o.browserCommand(strings.TrimSpace(entry), url); len(argv) > 0 {
			commands = append(commands, argv)
		}
	}
	return commands
}

func (o BrowserOptions) browserCommand(entry, url string) []string {
	if _, err := o.LookPath(entry); err == nil && entry != "" {
		return []string{entry, url} // a path, perhaps with spaces in it
	}
	words := splitWords(entry)
	// "&" asks a shell for what always happens here: not to wait.
	words = slices.DeleteFunc(words, func(word string) bool { return word == "&" })
	if len(words) == 0 {
		return nil
	}
	marked := false
	for i, word := range words {
		marked = marked || strings.Contains(strings.ReplaceAll(word, "%%", ""), "%s")
		words[i] = strings.NewReplacer("%%", "%", "%s", url, "%c", ":").Replace(word)
	}
	if !marked {
		words = append(words, url)
	}
	return words
}

// splitWords splits a command line at spaces. Single and double quotes keep
// spaces; there are no escapes, since a backslash is part of a Windows path.
func splitWords(line string) []string {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	for _, r := range line {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if inWord {
		words = append(words, word.String())
	}
	return words
}
