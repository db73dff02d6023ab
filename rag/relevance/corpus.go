package relevance

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"rag-context/rag"
)

// Kind is the kind of a collection whose source is a [Corpus].
const Kind = "beir"

// Corpus is the source of the documents in one corpus.jsonl. Memory holds
// where each document lies in the file, not its text. An item's path is made
// of the document's id; see [DocumentPath].
type Corpus struct {
	file     *os.File
	modified time.Time
	paths    []string // in the file's order
	spans    map[string]span
}

// span is where a document's line lies in the file, in bytes.
type span struct{ offset, length int64 }

var _ rag.Source = (*Corpus)(nil)

// OpenCorpus opens a file and looks for its documents. The file must not
// change until Close.
func OpenCorpus(path string) (*Corpus, error) {
	name := filepath.Base(path)
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, cause(err))
	}
	corpus := &Corpus{file: file, spans: map[string]span{}}
	if err := corpus.read(name); err != nil {
		file.Close()
		return nil, err
	}
	return corpus, nil
}

func (c *Corpus) read(name string) error {
	info, err := c.file.Stat()
	if err != nil {
		return fmt.Errorf("stat %s: %w", name, cause(err))
	}
	c.modified = info.ModTime()
	return eachLineOf(c.file, name, func(l line) error {
		e, err := parseEntry(l.text)
		if err != nil {
			return err
		}
		path := DocumentPath(e.ID)
		if _, again := c.spans[path]; again {
			return fmt.Errorf("document %.80q is there twice", e.ID)
		}
		c.paths = append(c.paths, path)
		c.spans[path] = span{l.offset, int64(len(l.text))}
		return nil
	})
}

// Close closes the file.
func (c *Corpus) Close() error { return c.file.Close() }

// Len is the number of documents.
func (c *Corpus) Len() int { return len(c.paths) }

// Scan implements [rag.Source].
func (c *Corpus) Scan(ctx context.Context) iter.Seq2[rag.Item, error] {
	return func(yield func(rag.Item, error) bool) {
		for _, path := range c.paths {
			if err := ctx.Err(); err != nil {
				yield(rag.Item{}, err)
				return
			}
			if !yield(rag.Item{Path: path, Version: c.version(c.spans[path])}, nil) {
				return
			}
		}
	}
}

// Stat implements [rag.Source].
func (c *Corpus) Stat(_ context.Context, path string) (rag.Version, error) {
	at, known := c.spans[path]
	if !known {
		return rag.Version{}, fmt.Errorf("document %q: %w", path, rag.ErrGone)
	}
	return c.version(at), nil
}

// Read implements [rag.Source]. A document without text is its title.
func (c *Corpus) Read(_ context.Context, path string) (rag.Content, error) {
	at, known := c.spans[path]
	if !known {
		return rag.Content{}, fmt.Errorf("document %q: %w", path, rag.ErrGone)
	}
	data, err := io.ReadAll(io.NewSectionReader(c.file, at.offset, at.length))
	if err != nil {
		return rag.Content{}, fmt.Errorf("read document %q: %w", path, cause(err))
	}
	e, err := parseEntry(data)
	if err != nil {
		return rag.Content{}, fmt.Errorf("read document %q: %w", path, err)
	}
	if e.Text == "" {
		e.Text = e.Title
	}
	return rag.Content{Path: path, Version: c.version(at), Title: e.Title, Data: []byte(e.Text)}, nil
}

func (c *Corpus) version(at span) rag.Version {
	return rag.Version{Size: at.length, Modified: c.modified}
}
