package mcpserver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestSubscriptionsAreBounded: who subscribes to whatever, for ever, fills no
// memory; who gives up what was subscribed to may go on.
func TestSubscriptionsAreBounded(t *testing.T) {
	w := newWorld(t)
	w.options.Watch = time.Hour
	client := connect(t, w.server(), w.scope("alice", false))
	client.initialize()
	ask := func(method, uri string) any {
		return client.request("resources/"+method, fmt.Sprintf(`{"uri":%q}`, uri))["error"]
	}
	if problem := ask("subscribe", "rag://documents/"+strings.Repeat("a", 2000)); codeOf(problem) != "-32602" {
		t.Errorf("a long URI: %v", problem)
	}
	const many = 1000
	for _, giveUp := range []bool{true, false} {
		for i := range many {
			uri := fmt.Sprintf("rag://documents/%v-%d", giveUp, i)
			if problem := ask("subscribe", uri); problem != nil {
				t.Fatalf("subscription %d: %v", i, problem)
			}
			if giveUp {
				ask("unsubscribe", uri)
			}
		}
	}
	if problem := ask("subscribe", "rag://documents/more"); codeOf(problem) != "-32603" {
		t.Errorf("one more: %v", problem)
	}
}

// TestErrorsHaveCodes: what did not work has one of the protocol's codes.
func TestErrorsHaveCodes(t *testing.T) {
	w := newWorld(t)
	client := connect(t, w.server(), w.scope("alice", false))
	client.initialize()
	for _, request := range [][2]string{
		{"prompts/get", `{"name":"ask","arguments":{"question":"keys"}}`},
		{"resources/read", `{"uri":"rag://coverage"}`},
		{"resources/read", `{"uri":"rag://documents/aaaaaaaaaaaa"}`},
	} {
		problem := client.request(request[0], request[1])["error"]
		if codeOf(problem) != "-32603" || !strings.Contains(fmt.Sprint(problem), "nothing is indexed yet") {
			t.Errorf("%s %s: %v", request[0], request[1], problem)
		}
	}
}

// codeOf is the code of a protocol's error.
func codeOf(problem any) string {
	fields, _ := problem.(map[string]any)
	return fmt.Sprint(fields["code"])
}
