package main

import (
	"fmt"
	"strings"

	"rag-context/health"
	"rag-context/pack"
	"rag-context/rag"
	"rag-context/transport/desktop"
)

// printReceipt tells the person what the block holds and where it went.
func (a *app) printReceipt(o askOutcome) {
	receipt := o.Receipt
	a.say("%s", headline(o))
	for _, source := range receipt.Sources {
		a.say("  [%d] %s/%s:%d-%d%s", source.ID, source.Collection, source.Path, source.Lines[0], source.Lines[1], remarkOf(source))
	}
	if left := leftOut(receipt.LeftOut); left != "" {
		a.say("left out: %s", left)
	}
	a.say("snapshot: %s", age(o.Snapshot))
	if o.LLM != nil && o.LLM.Usable() {
		a.say("LLM: %s, window %s", o.LLM.Model, windowInReceipt(*o.LLM))
	}
	a.reportProblem(o.Delivery)
}

// headline says in a line what the block holds and where it went.
func headline(o askOutcome) string {
	return fmt.Sprintf("%s %s (%s of %s), %d of %d tokens (%s)", whereTo(o.Delivery), count(len(o.Receipt.Sources), "source"), count(o.Receipt.Passages, "passage"),
		count(o.Receipt.Documents, "document"), o.Tokens, o.Budget, counted(o.Receipt))
}

// reportProblem warns of a block that was not copied though it was to be.
func (a *app) reportProblem(d delivery) {
	if d.Problem == "" {
		return
	}
	hint := "rag-context doctor shows what a clipboard needs"
	if d.Printed {
		hint = "the block is on standard output; " + hint
	}
	a.warn(d.Problem, hint)
}

// windowInReceipt says what the block was sized for.
func windowInReceipt(r health.Report) string {
	switch r.WindowKind {
	case health.Effective:
		return fmt.Sprintf("%d tokens", r.Window)
	case health.Configured:
		return fmt.Sprintf("%d tokens as configured", r.Window)
	}
	return fmt.Sprintf("unknown: a block of %d tokens at most, unless --budget says otherwise", pack.DefaultBudget)
}

func whereTo(d delivery) string {
	switch {
	case d.Copied:
		return "copied"
	case d.Sent && d.Method == desktop.MethodClipboard:
		return "sent to the clipboard"
	case d.Sent:
		return "sent to the terminal's clipboard"
	case d.Written:
		return "wrote"
	case d.Printed:
		return "printed"
	}
	return "packed"
}

func counted(receipt *pack.Receipt) string {
	if receipt.Exact {
		return "exact"
	}
	return "estimated"
}

func remarkOf(source pack.Source) string {
	remark := ""
	if source.Stale {
		remark += " (changed since)"
	}
	if source.Cut {
		remark += " (cut to fit)"
	}
	return remark
}

// leftOut sums up omissions by reason, in order of first appearance.
func leftOut(omissions []pack.Omission) string {
	words := map[pack.Reason]string{
		pack.ReasonBudget: "over the budget", pack.ReasonDuplicate: "with the same text", pack.ReasonEmpty: "without text",
		pack.ReasonWeak: "that hardly match"}
	counts := map[pack.Reason]int{}
	var order []pack.Reason
	for _, omission := range omissions {
		if counts[omission.Reason] == 0 {
			order = append(order, omission.Reason)
		}
		counts[omission.Reason]++
	}
	var parts []string
	for _, reason := range order {
		words := words[reason]
		if counts[reason] == 1 {
			words = strings.Replace(words, "hardly match", "hardly matches", 1)
		}
		parts = append(parts, count(counts[reason], "passage")+" "+words)
	}
	return strings.Join(parts, ", ")
}

// remarks passes on what a result says about itself.
func (a *app) remarks(result rag.Result) {
	for _, diagnostic := range result.Diagnostics {
		a.warn(diagnostic.Message, a.remedy(diagnostic.Code))
	}
	if result.Cost.Documents > 0 {
		a.say("effort %s: looked at %s of %s besides the index", result.Effort, count(result.Cost.Passages, "passage"), count(result.Cost.Documents, "document"))
	}
}

func (a *app) remedy(code string) string {
	switch code {
	case rag.CodePendingChanges, rag.CodeUnchecked, rag.CodeNeverSynced, rag.CodeStale:
		return "rag-context" + a.tenantFlag() + " sync brings the index up to date"
	case rag.CodeNoEmbedder, rag.CodeNoReranker:
		return "rag-context doctor says what to do about it"
	case rag.CodePartialModel:
		return "rag-context" + a.tenantFlag() + " learn works the rest out"
	case rag.CodeSourceMissing:
		return "bring it back (is a disk not mounted?), or rag-context" + a.tenantFlag() + " remove it"
	}
	return ""
}
