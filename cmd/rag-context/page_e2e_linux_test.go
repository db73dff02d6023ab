//go:build e2e

package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// These tests take blocks into llama.cpp's own page, as its server serves it, in
// a real browser: opened by the program, pasted from the X server's clipboard.

// What a person sees of the page's form. The button is not to be pressed before
// there is something to send.
const (
	box  = "textarea"
	send = "button[type=submit]"
)

func TestLlamaPageTakesAPaste(t *testing.T) {
	for _, form := range []string{"auto", "block"} {
		t.Run(form, func(t *testing.T) {
			page, b := newLlamaPage(t), newBrowsing(t)
			outcome := b.ask(page.url, "--open", "--paste-as", form)
			tab := b.tab(t, page.url)
			if err := chromedp.Do(tab, chromedp.WaitVisible(box), chromedp.Focus(box), paste, chromedp.WaitEnabled(send), chromedp.Click(send)); err != nil {
				t.Fatal(err)
			}
			want, files := "--- File: Pasted ---\n"+outcome.Block, 1
			if form == "auto" {
				want, files = outcome.Block, len(outcome.Receipt.Sources)+2 // and the rules, and the question
			}
			got := page.next(t)
			if diff := cmp.Diff(want, got.text()); diff != "" || len(got) != files {
				t.Errorf("the model is sent %d parts, want %d (-want +got):\n%s", len(got), files, diff)
			}
		})
	}
}

func TestLlamaPageIsSentTheBlock(t *testing.T) {
	page, b := newLlamaPage(t), newBrowsing(t)
	outcome := b.ask(page.url, "--send")
	b.tab(t, page.url)
	got := page.next(t)
	if diff := cmp.Diff(parts{{Type: "text", Text: outcome.Block}}, got); diff != "" {
		t.Errorf("what the model is sent (-want +got):\n%s", diff)
	}
}
