package chatpage_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rag-context/transport/chatpage"
)

// The page reads a JSON string up to its closing quote, then a list.
func TestAttachments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		message := rapid.String().Draw(t, "message")
		want := []chatpage.Attachment{}
		for range rapid.IntRange(0, 3).Draw(t, "attachments") {
			want = append(want, chatpage.Attachment{Name: rapid.String().Draw(t, "name"), Text: rapid.String().Draw(t, "text")})
		}
		pasted, err := chatpage.Attachments(message, want)
		if err != nil || !strings.HasPrefix(pasted, `"`) {
			t.Fatalf("pasted %q, %v", pasted, err)
		}
		decoder := json.NewDecoder(strings.NewReader(pasted))
		var gotMessage string
		var list []struct{ Type, Name, Content string }
		if err := decoder.Decode(&gotMessage); err != nil {
			t.Fatal(err)
		}
		if err := decoder.Decode(&list); err != nil || decoder.More() {
			t.Fatalf("no list at the end: %v\n%s", err, pasted)
		}
		got := []chatpage.Attachment{}
		for _, entry := range list {
			if entry.Type != "TEXT" {
				t.Fatalf("type %q", entry.Type)
			}
			got = append(got, chatpage.Attachment{Name: entry.Name, Text: entry.Content})
		}
		if diff := cmp.Diff(want, got); diff != "" || gotMessage != message {
			t.Fatalf("message %q, want %q; attachments (-want +got):\n%s", gotMessage, message, diff)
		}
	})
}
