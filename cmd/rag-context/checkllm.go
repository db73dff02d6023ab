package main

import (
	"fmt"
	"slices"

	"rag-context/health"
	"rag-context/transport/chatpage"
)

// checkLLMs says whether the LLM is ready, how blocks are made for it, and what
// other LLMs there are.
func checkLLMs(report *health.Report, others []health.Report) []finding {
	findings := checkLLM(report)
	for _, other := range others {
		f := finding{Check: "another LLM", State: stateOK, Detail: troubleWith(&other)}
		if other.Usable() {
			f.Detail = describeLLM(other)
		}
		f.Remedy = "--llm " + other.URL + " makes blocks for this one"
		findings = append(findings, f)
	}
	return findings
}

// others leaves one server out.
func others(one health.Report, all []health.Report) []health.Report {
	return slices.DeleteFunc(slices.Clone(all), func(r health.Report) bool { return r.URL == one.URL })
}

func describeLLM(r health.Report) string {
	return fmt.Sprintf("%s at %s: %s", r.Server, r.URL, r.Model)
}

// checkLLM says whether the LLM is ready, and how blocks are made for it.
func checkLLM(report *health.Report) []finding {
	switch {
	case report == nil:
		return []finding{{Check: "LLM", State: stateOK, Detail: "not asked"}}
	case report.URL == "":
		return []finding{{Check: "LLM", State: stateWarning, Detail: report.Message, Remedy: report.Remedy()}}
	case !report.Usable():
		return []finding{{Check: "LLM", State: stateWarning, Detail: troubleWith(report), Remedy: report.Remedy()}}
	}
	ready := finding{Check: "LLM", State: stateOK, Detail: describeLLM(*report)}
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

// checkPage tells which chat page --open would open.
func checkPage(report *health.Report, chat string) finding {
	page, err := chatpage.Choose(serverOf(report), chat)
	if err != nil {
		f := finding{Check: "chat page", State: stateWarning, Detail: err.Error(), Remedy: `--open has nothing to open; name one: chat = "open-webui" in the settings`}
		if chat != "" { // with which no question is answered
			f.State, f.Remedy = stateFailed, pageHint
		}
		return f
	}
	f := finding{Check: "chat page", State: stateOK, Detail: withoutPassword(page.URL)}
	if page.Name != "" {
		f.Detail = page.Name + " at " + f.Detail
	}
	return f
}
