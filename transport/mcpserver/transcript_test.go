package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected messages of transcripts")

func newDecoder(r io.Reader) *json.Decoder {
	decoder := json.NewDecoder(r)
	decoder.UseNumber()
	return decoder
}

// TestTranscripts plays what a client sends, line by line, and compares what the
// server sends; -update rewrites that. A revision is agreed on in the lines.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { playTranscript(t, file) })
	}
}

func playTranscript(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.handbook("alice")
	client := connect(t, w.server(), w.scope("alice", true))
	var got bytes.Buffer
	for line := range strings.Lines(string(archive.Files[0].Data)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var sent map[string]any
		if err := newDecoder(strings.NewReader(line)).Decode(&sent); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		client.send(line)
		if sent["id"] == nil {
			continue
		}
		answer, before := client.answer(sent["id"])
		for _, message := range append(before, answer) {
			writeMessage(&got, message)
		}
	}
	client.in.Close()
	if err := <-client.ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if *update {
		archive.Files[1].Data = got.Bytes()
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[1].Data), got.String()); diff != "" {
		t.Errorf("messages of the server (-want +got):\n%s", diff)
	}
}

// writeMessage writes a message over several lines, so that changes of it can
// be read.
func writeMessage(to *bytes.Buffer, message map[string]any) {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	_ = encoder.Encode(message) // what was decoded encodes
}
