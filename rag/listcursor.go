package rag

import (
	"encoding/base64"
	"encoding/json"
)

// listCursor is where a page ends, and what the index was like at the first.
type listCursor struct {
	Request    uint32 `json:"r"`
	Index      uint32 `json:"x"`
	Collection string `json:"c,omitempty"`
	Path       string `json:"p,omitempty"`
	Modified   int64  `json:"m,omitempty"` // Unix nanoseconds
	ID         string `json:"i,omitempty"`
}

func (c listCursor) encode() string {
	data, err := json.Marshal(c)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

// readListCursor reads a cursor of the request with that hash; nil for "".
func readListCursor(text string, request uint32) (*listCursor, error) {
	if text == "" {
		return nil, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, badCursor()
	}
	cursor := new(listCursor)
	if err := json.Unmarshal(data, cursor); err != nil {
		return nil, badCursor()
	}
	if cursor.Request != request {
		return nil, foreignCursor()
	}
	return cursor, nil
}
