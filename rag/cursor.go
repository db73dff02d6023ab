package rag

import (
	"cmp"
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
	hashBytes    = 8 // hashes of the request and of what was searched
	markBytes    = 3 // of each passage; two meet with a chance of 1 in 16 million
)

// seen are the passages that the pages before returned.
type seen struct {
	marks []uint32 // in order
	index uint32   // hash of what was searched then; 0 where unknown
}

func (s seen) has(id string) bool { return slices.Contains(s.marks, mark(id)) }

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
	earlier, err := r.seen()
	if err != nil {
		return ""
	}
	return r.cursor(earlier, result, n)
}

// CursorPast returns the cursor for what follows passages that are known
// already, wherever they came from; "" for none. Ids that are nothing do no harm.
func (r Request) CursorPast(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	var past seen
	for _, id := range ids {
		past.marks = append(past.marks, mark(id))
	}
	return r.encode(past)
}

// cursor goes on after the first n passages of a result.
func (r Request) cursor(earlier seen, result Result, n int) string {
	past := seen{marks: slices.Clone(earlier.marks), index: result.searched()}
	for _, passage := range result.Passages[:n] {
		past.marks = append(past.marks, mark(passage.ID))
	}
	return r.encode(past)
}

func (r Request) encode(past seen) string {
	data := binary.BigEndian.AppendUint32([]byte{searchCursor}, r.hash())
	data = binary.BigEndian.AppendUint32(data, past.index)
	for _, m := range past.marks {
		data = append(data, byte(m>>16), byte(m>>8), byte(m))
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

// searched tells one state of the index from another, by how much is in it.
func (r Result) searched() uint32 {
	var parts []any
	for _, c := range r.Coverage {
		if c.Searched {
			parts = append(parts, c.Collection, fmt.Sprint(c.Documents, c.Passages, c.Skipped))
		}
	}
	return hashOf(parts...)
}

// seen reads the request's cursor.
func (r Request) seen() (seen, error) {
	if r.Cursor == "" {
		return seen{}, nil
	}
	data, err := base64.RawURLEncoding.DecodeString(r.Cursor)
	if err != nil || len(data) <= 1+hashBytes || data[0] != searchCursor || (len(data)-1-hashBytes)%markBytes != 0 {
		return seen{}, badCursor()
	}
	if binary.BigEndian.Uint32(data[1:]) != r.hash() {
		return seen{}, foreignCursor()
	}
	earlier := seen{index: binary.BigEndian.Uint32(data[1+hashBytes/2:])}
	for left := data[1+hashBytes:]; len(left) > 0; left = left[markBytes:] {
		earlier.marks = append(earlier.marks, uint32(left[0])<<16|uint32(left[1])<<8|uint32(left[2]))
	}
	if len(earlier.marks) >= MaxBulkLimit {
		return seen{}, &RequestError{Field: "cursor", Problem: fmt.Sprintf("has come to the end: pages go no further than %d passages; ask something narrower", MaxBulkLimit)}
	}
	return earlier, nil
}

// hash tells one request from another; pages may differ in their limit.
func (r Request) hash() uint32 {
	r, _ = r.WithDefaults() // an invalid one has no pages
	return hashOf(r.Question, r.Mode, r.Collections, r.Filter, r.Case, r.Literal, cmp.Or(r.Effort, r.UsualEffort), r.Also, r.Without)
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
