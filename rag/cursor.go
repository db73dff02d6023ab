package rag

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
)

// A search's cursor holds a mark of each passage that was returned so far, so
// that the next page neither repeats nor skips any, also when the index has
// changed meanwhile: what now ranks above the passages returned comes next.
// Nothing is kept between pages.
const (
	searchCursor = 1 // first byte
	requestBytes = 4 // hash of the request
	markBytes    = 3 // of each passage; two meet with a chance of 1 in 16 million
)

// seen are the passages that the pages before returned, as marks in order.
type seen []uint32

func (s seen) has(id string) bool { return slices.Contains(s, mark(id)) }

func mark(id string) uint32 {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(id)) // a hash does not fail
	return hash.Sum32() & (1<<(8*markBytes) - 1)
}

// CursorAfter returns the cursor for what follows the first n passages of the
// request's result; "" where nothing does. A door that shows fewer passages
// than were found goes on from those.
func (r Request) CursorAfter(result Result, n int) string {
	if n >= len(result.Passages) {
		return result.NextCursor
	}
	marks, err := r.seen()
	if err != nil {
		return ""
	}
	return r.cursor(append(marks, marksOf(result.Passages[:n])...))
}

func marksOf(passages []Found) seen {
	marks := make(seen, len(passages))
	for i, passage := range passages {
		marks[i] = mark(passage.ID)
	}
	return marks
}

func (r Request) cursor(marks seen) string {
	data := binary.BigEndian.AppendUint32([]byte{searchCursor}, r.hash())
	for _, m := range marks {
		data = append(data, byte(m>>16), byte(m>>8), byte(m))
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

// seen reads the request's cursor.
func (r Request) seen() (seen, error) {
	if r.Cursor == "" {
		return nil, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(r.Cursor)
	if err != nil || len(data) <= 1+requestBytes || data[0] != searchCursor || (len(data)-1-requestBytes)%markBytes != 0 {
		return nil, badCursor()
	}
	if binary.BigEndian.Uint32(data[1:]) != r.hash() {
		return nil, foreignCursor()
	}
	var marks seen
	for marksLeft := data[1+requestBytes:]; len(marksLeft) > 0; marksLeft = marksLeft[markBytes:] {
		marks = append(marks, uint32(marksLeft[0])<<16|uint32(marksLeft[1])<<8|uint32(marksLeft[2]))
	}
	if len(marks) >= MaxBulkLimit {
		return nil, &RequestError{Field: "cursor", Problem: fmt.Sprintf("has come to the end: pages go no further than %d passages; ask something narrower", MaxBulkLimit)}
	}
	return marks, nil
}

// hash tells one request from another; pages may differ in their limit.
func (r Request) hash() uint32 {
	return hashOf(r.Question, r.Mode, r.Collections, r.Filter)
}

func hashOf(parts ...any) uint32 {
	hash := fnv.New32a()
	for _, part := range parts {
		fmt.Fprintf(hash, "%q ", part)
	}
	return hash.Sum32()
}

func badCursor() error {
	return &RequestError{Field: "cursor", Problem: "is none that an answer gave; leave it out to start from the first page"}
}

func foreignCursor() error {
	return &RequestError{Field: "cursor", Problem: "belongs to another request: repeat that one, or leave the cursor out"}
}
