package modelserver

import (
	"encoding/json"
	"net/http"
	"regexp"
	"unicode/utf8"
)

// tooLong is how servers that answer 500 to it call a text longer than the
// model's window: llama.cpp "input is too large to process", LocalAI and others
// that sit on it the same, Ollama "the input length exceeds the context length".
var tooLong = regexp.MustCompile(`(?i)too (large|long)|exceed|context (length|size|window)|maximum.{0,20}(length|tokens)`)

// Refuses reports whether an answer says that the server can't do with what was
// sent: too many texts, too long a text, or something else in the request.
func Refuses(status int, answer []byte) bool {
	return status == http.StatusBadRequest || status == http.StatusUnprocessableEntity || status == http.StatusRequestEntityTooLarge ||
		status == http.StatusInternalServerError && tooLong.Match(answer)
}

// identifier is what a type or code of an error looks like. Other words of a
// server may quote the text that was sent, so that they are not repeated.
var identifier = regexp.MustCompile(`^[a-z][a-z_]{2,60}$`)

// Reason returns what kind of error an answer's body says it is, as " (kind)";
// "" where it says none.
func Reason(answer []byte) string {
	var body struct {
		Error struct{ Code, Type any }
	}
	_ = json.Unmarshal(answer, &body) // what is no such object has no reason
	for _, value := range []any{body.Error.Code, body.Error.Type} {
		if name, ok := value.(string); ok && identifier.MatchString(name) {
			return " (" + name + ")"
		}
	}
	return ""
}

// Beginning returns the text's first bytes, whole characters of them.
func Beginning(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for back := 0; back < utf8.UTFMax && bytes > 0 && !utf8.RuneStart(text[bytes]); back++ {
		bytes--
	}
	return text[:bytes]
}
