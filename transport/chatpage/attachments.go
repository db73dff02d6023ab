package chatpage

import (
	"bytes"
	"encoding/json"
)

// Attachment is a named text beside a message.
type Attachment struct {
	Name string
	Text string
}

// Attachments writes a message and its attachments as llama.cpp's page copies
// and pastes them: the message as a JSON string, then a list of the others. Any
// other page shows that as it is written.
func Attachments(message string, attachments []Attachment) (string, error) {
	type entry struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Content string `json:"content"`
	}
	list := make([]entry, 0, len(attachments))
	for _, a := range attachments {
		list = append(list, entry{"TEXT", a.Name, a.Text})
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(message); err != nil {
		return "", err
	}
	err := encoder.Encode(list)
	return b.String(), err
}
