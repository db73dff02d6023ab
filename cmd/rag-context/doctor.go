package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"text/tabwriter"

	"rag-context/health"
	"rag-context/rag"
	"rag-context/transport/chatpage"
)

type doctorCommand struct {
	llmFlags
	Chat string `placeholder:"PAGE" help:"The chat page that --open opens (default: the LLM's own page)."`
	JSON bool   `help:"Print the findings as JSON."`
}

// Help implements kong's HelpProvider.
func (doctorCommand) Help() string {
	return `Examples:
  rag-context doctor
  rag-context doctor --json --llm http://127.0.0.1:11434

Exit status 1 means that the main job, a block for a question, can't be done.`
}

// finding is what one check found.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // "ok", "warning" or "failed"
	Detail string `json:"detail"`
	Remedy string `json:"remedy"`
}

const (
	stateOK      = "ok"
	stateWarning = "warning"
	stateFailed  = "failed"
)

// Run implements the command.
func (c doctorCommand) Run(a *app) error {
	places, err := c.places()
	if err != nil {
		return err
	}
	options := c.options(a)
	options.Thorough = true
	waitForLLM := a.startFinding(a.ctx, places, options)
	findings := a.checkModels()
	if _, err := a.models(); err == nil { // else no index can be opened
		findings = append(a.checkIndex(), findings...)
	}
	llm := waitForLLM()
	findings = append(findings, a.checkCache(), a.checkSettings())
	findings = append(findings, checkLLM(llm)...)
	findings = append(findings, a.checkClipboard(), a.checkBrowser(), checkPage(llm, c.Chat))
	if err := c.show(a, findings, llm); err != nil {
		return err
	}
	for _, f := range findings {
		if f.State == stateFailed {
			return fmt.Errorf("%s: %s", f.Check, f.Detail)
		}
	}
	return nil
}

func (c doctorCommand) show(a *app, findings []finding, llm *health.Report) error {
	if c.JSON {
		return a.printJSON(map[string]any{"version": programVersion(), "tenant": a.line.Tenant, "checks": findings, "llm": llm})
	}
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.Check, f.State, f.Detail)
		if f.Remedy != "" {
			fmt.Fprintf(table, "\t\t  -> %s\n", f.Remedy)
		}
	}
	return table.Flush()
}

// checkIndex looks at the tenant's index and at each collection's place.
func (a *app) checkIndex() []finding {
	var findings []finding
	err := a.withLibrary(false, func(library *rag.Library) error {
		states, err := library.Collections(a.ctx)
		findings = append(findings, finding{Check: "index", State: stateOK, Detail: fmt.Sprintf("%s in %s", count(len(states), "collection"), a.engine().Folder)})
		for _, state := range states {
			findings = append(findings, a.checkCollection(state))
		}
		return err
	})
	switch {
	case err == nil:
		return findings
	case errors.Is(err, rag.ErrUnknownTenant) && a.line.Tenant == rag.DefaultTenant:
		return []finding{{"index", stateWarning, "nothing is indexed yet; it will be in " + a.engine().Folder, "rag-context add FOLDER, or ask with --in FOLDER"}}
	}
	return []finding{{"index", stateFailed, fmt.Sprintf("%v (in %s)", err, a.engine().Folder), a.hint(err)}}
}

func (a *app) checkCollection(state rag.CollectionState) finding {
	f := finding{Check: "collection " + state.Name, State: stateOK,
		Detail: fmt.Sprintf("%s, %s", count(state.Documents, "document"), count(state.Passages, "passage"))}
	_, err := openSource(state.Collection)
	switch {
	case errors.Is(err, rag.ErrGone):
		f.State, f.Detail, f.Remedy = stateWarning, "its folder is missing", a.remedy(rag.CodeSourceMissing)
	case err != nil:
		f.State, f.Detail = stateWarning, err.Error()
	case state.SyncedAt.IsZero():
		f.State, f.Remedy = stateWarning, a.remedy(rag.CodeNeverSynced)
		f.Detail += ", never completely synced"
	}
	return f
}

// checkCache tells what folders asked ad hoc take up.
func (a *app) checkCache() finding {
	place := filepath.Join(a.env.folders.cache, "in")
	var bytes int64
	_ = filepath.WalkDir(place, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what can't be read takes up nothing we know of
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return nil
	})
	return finding{Check: "cache", State: stateOK, Detail: fmt.Sprintf("%d MB of folders asked with --in, in %s; it may be deleted", bytes>>20, place)}
}

func (a *app) checkSettings() finding {
	if a.settings.values == nil {
		return finding{Check: "settings", State: stateOK, Detail: "all defaults; a file would be " + a.settings.path}
	}
	return finding{Check: "settings", State: stateOK, Detail: fmt.Sprintf("%s from %s", count(len(a.settings.values), "setting"), a.settings.path)}
}

// checkLLM says whether the LLM is ready, and how blocks are made for it.
func checkLLM(report *health.Report) []finding {
	switch {
	case report == nil:
		return []finding{{Check: "LLM", State: stateOK, Detail: "not asked"}}
	case report.URL == "":
		return []finding{{"LLM", stateWarning, report.Message, report.Remedy()}}
	case !report.Usable():
		return []finding{{"LLM", stateWarning, troubleWith(report), report.Remedy()}}
	}
	ready := finding{Check: "LLM", State: stateOK, Detail: fmt.Sprintf("%s at %s: %s", report.Server, report.URL, report.Model)}
	window := finding{Check: "window", State: stateOK, Detail: windowOf(*report), Remedy: report.Note}
	if report.Window == 0 {
		window.Remedy = "blocks have 3000 tokens at most; --budget TOKENS sets another size"
	}
	if window.Remedy != "" {
		window.State = stateWarning
	}
	counting := finding{Check: "tokens", State: stateOK, Detail: "estimated, on the high side"}
	if report.CanCount {
		counting.Detail = "counted by the server"
	}
	return []finding{ready, window, counting}
}

func (a *app) checkClipboard() finding {
	tool, err := a.env.clipboard.Available()
	if err != nil {
		return finding{"clipboard", stateWarning, err.Error(), "blocks go to standard output instead; on Linux install xclip or wl-clipboard and run inside a desktop session"}
	}
	return finding{Check: "clipboard", State: stateOK, Detail: "by " + tool}
}

func (a *app) checkBrowser() finding {
	if err := a.env.browser.Available(); err != nil {
		return finding{"browser", stateWarning, err.Error(), "--open will not work; set BROWSER to a browser's command"}
	}
	return finding{Check: "browser", State: stateOK, Detail: "found"}
}

// checkPage tells which chat page --open would open.
func checkPage(report *health.Report, chat string) finding {
	page, err := chatpage.Choose(serverOf(report), chat)
	if err != nil {
		return finding{"chat page", stateWarning, err.Error(), `--open has nothing to open; name one: chat = "open-webui" in the settings`}
	}
	f := finding{Check: "chat page", State: stateOK, Detail: withoutPassword(page.URL)}
	if page.Name != "" {
		f.Detail = page.Name + " at " + f.Detail
	}
	return f
}
