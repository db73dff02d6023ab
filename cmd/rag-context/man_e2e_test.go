//go:build e2e

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestManualIsRead has mandoc check the manual page, and render it.
func TestManualIsRead(t *testing.T) {
	u := newUser(t)
	page, _ := u.run("man")
	check := exec.Command("mandoc", "-T", "lint", "-W", "warning")
	check.Stdin = strings.NewReader(page)
	remarks, _ := check.Output() // its exit status is of the one remark that stands
	for line := range strings.Lines(string(remarks)) {
		if !strings.Contains(line, "missing date") { // what is made anew each time has none
			t.Error(line)
		}
	}
	render := exec.Command("mandoc", "-T", "utf8", "-O", "width=200")
	render.Stdin = strings.NewReader(page)
	output, err := render.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := withoutOverstrikes(string(output))
	for _, want := range []string{"--effort=EFFORT", "rag-context grep -e 'LG-[0-9]{4}' --glob '*.md' -C 2", "path:runbooks/**/*.md"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page as it is read lacks %s", want)
		}
	}
}

// withoutOverstrikes takes out how terminals of old made letters bold.
func withoutOverstrikes(text string) string {
	var plain []rune
	for _, r := range text {
		if r == '\b' {
			plain = plain[:len(plain)-1]
			continue
		}
		plain = append(plain, r)
	}
	return string(plain)
}
