package ragtest

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"rag-context/rag"
	"rag-context/rag/chunk"
)

// MemorySource is a rag.Source that holds its items in memory. It is safe for
// concurrent use, and may be changed between calls.
type MemorySource struct {
	mutex sync.Mutex
	items map[string]rag.Content
	// Missing makes the whole place missing.
	Missing bool
}

var _ rag.Source = (*MemorySource)(nil)

// Set puts an item in the source, or changes it. Its version is the text's
// length and the time given.
func (m *MemorySource) Set(path, text string, modified time.Time) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.items == nil {
		m.items = map[string]rag.Content{}
	}
	m.items[path] = rag.Content{Path: path, Data: []byte(text), Version: rag.Version{Size: int64(len(text)), Modified: modified}}
}

// Delete takes an item away.
func (m *MemorySource) Delete(path string) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.items, path)
}

// Scan implements [rag.Source].
func (m *MemorySource) Scan(ctx context.Context) iter.Seq2[rag.Item, error] {
	m.mutex.Lock()
	items := maps.Clone(m.items)
	missing := m.Missing
	m.mutex.Unlock()
	return func(yield func(rag.Item, error) bool) {
		if missing {
			yield(rag.Item{}, fmt.Errorf("scan: %w", rag.ErrGone))
			return
		}
		for _, path := range slices.Sorted(maps.Keys(items)) {
			if err := ctx.Err(); err != nil {
				yield(rag.Item{}, err)
				return
			}
			if !yield(rag.Item{Path: path, Version: items[path].Version}, nil) {
				return
			}
		}
	}
}

// Stat implements [rag.Source].
func (m *MemorySource) Stat(ctx context.Context, path string) (rag.Version, error) {
	content, err := m.Read(ctx, path)
	return content.Version, err
}

// Read implements [rag.Source]. An item whose text starts with a NUL byte is
// no document.
func (m *MemorySource) Read(_ context.Context, path string) (rag.Content, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	content, ok := m.items[path]
	if !ok || m.Missing {
		return rag.Content{}, fmt.Errorf("read %q: %w", path, rag.ErrGone)
	}
	return content, nil
}

// Lines is a rag.Extractor for plain text and "# " headings. A text that
// starts with a NUL byte is skipped.
type Lines struct{}

var _ rag.Extractor = Lines{}

// Extract implements [rag.Extractor].
func (Lines) Extract(_ context.Context, content rag.Content) (rag.Extracted, error) {
	text := string(content.Data)
	if strings.HasPrefix(text, "\x00") {
		return rag.Extracted{}, &rag.SkipError{Reason: "binary"}
	}
	extracted := rag.Extracted{Format: "text"}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		block := chunk.Block{First: i + 1, Last: i + 1, Text: line}
		if title, ok := strings.CutPrefix(line, "# "); ok {
			block.Kind, block.Level, block.Title = chunk.Heading, 1, title
			extracted.Title = title
		}
		if line != "" {
			extracted.Blocks = append(extracted.Blocks, block)
		}
	}
	return extracted, nil
}
