package mcpserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestLinesThatAreNoMessages sends what no client should: each is answered, and
// the next request as ever.
func TestLinesThatAreNoMessages(t *testing.T) {
	w := newWorld(t)
	client := connect(t, w.server(), w.scope("alice", true))
	client.initialize()
	for name, test := range map[string]struct {
		line string
		code int
	}{
		"half":       {`{"jsonrpc":"2.0","id":1,"method":"pi`, -32700},
		"text":       {`Content-Length: 12`, -32700},
		"two values": {`{} {}`, -32700},
		"no UTF-8":   {"\xff\xfe", -32700},
		"too long":   {strings.Repeat("x", mcp.DefaultMaxLineLength+9), -32700},
		"a number":   {`42`, -32600},
		"an object":  {`{"a":1}`, -32600},
	} {
		client.send(test.line)
		answer, _ := client.answer(nil)
		fault, _ := answer["error"].(map[string]any)
		if id, given := answer["id"]; fmt.Sprint(fault["code"]) != fmt.Sprint(test.code) || id != nil || !given {
			t.Errorf("%s: answered %v, want code %d", name, answer, test.code)
		}
		client.send("\r")
		if answer := client.request("ping", "{}"); answer["result"] == nil {
			t.Errorf("%s: afterwards %v", name, answer)
		}
	}
}
