package rag

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path"
	"slices"
	"strings"

	"rag-context/rag/chunk"
	"rag-context/rag/lexical"
)

// reading is what became of one item that had to be read.
type reading struct {
	item    Item
	hash    string
	skip    string // why it is no document
	gone    bool   // it went away meanwhile
	err     error
	indexed *IndexedDocument // without ids; nil where the content is no document, or as known
}

// read reads one item and makes its passages. Content that is as known is not
// extracted.
func (l *Library) read(ctx context.Context, p *plan, analyzer *lexical.Analyzer, item Item) reading {
	r := reading{item: item}
	r.err = l.extract(ctx, p, analyzer, &r)
	var skipped *SkipError
	switch {
	case errors.As(r.err, &skipped):
		r.skip, r.err = skipped.Reason, nil
	case errors.Is(r.err, ErrGone):
		r.gone, r.err = true, nil
	}
	return r
}

func (l *Library) extract(ctx context.Context, p *plan, analyzer *lexical.Analyzer, r *reading) error {
	content, err := p.source.Read(ctx, r.item.Path)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content.Data)
	r.hash = hex.EncodeToString(sum[:])
	r.item.Version = content.Version
	if known := p.known[r.item.Path]; known.Hash == r.hash && known.Pipeline == pipeline {
		return nil
	}
	extracted, err := l.options.Extractor.Extract(ctx, content)
	if err != nil {
		return err
	}
	document := newDocument(p.collection, content, extracted)
	document.Hash = r.hash
	document.Language = detect(extracted.Blocks)
	r.indexed = &IndexedDocument{Document: document, Passages: l.passages(analyzer, document, extracted.Blocks)}
	return nil
}

func newDocument(collection Collection, content Content, extracted Extracted) Document {
	document := Document{
		Collection: collection.Name,
		Path:       content.Path,
		Title:      titleOf(content, extracted),
		Aliases:    extracted.Aliases,
		Tags:       union(collection.Tags, content.Tags, extracted.Tags),
		Format:     extracted.Format,
		Version:    content.Version,
		Created:    content.Created,
		Pipeline:   pipeline,
	}
	if document.Created.IsZero() {
		document.Created = extracted.Created
	}
	return document
}

// detectBytes is how much of a text shows its language.
const detectBytes = 6 << 10

// detect returns the language of a document's text.
func detect(blocks []chunk.Block) lexical.Language {
	var text strings.Builder
	for _, block := range blocks {
		if text.Len() > detectBytes {
			break
		}
		text.WriteString(block.Text + "\n")
	}
	return lexical.Detect(text.String())
}

// passages cuts a document's blocks into passages and makes their terms.
func (l *Library) passages(analyzer *lexical.Analyzer, document Document, blocks []chunk.Block) []IndexedPassage {
	title := titleTerms(analyzer, document)
	chunks := chunk.Assemble(blocks, l.options.Chunk)
	passages := make([]IndexedPassage, len(chunks))
	for i, c := range chunks {
		passages[i] = IndexedPassage{
			Passage: Passage{Ordinal: i + 1, Heading: c.Heading, First: c.First, Last: c.Last, Text: c.Text, Language: document.Language},
			Terms: Fields{
				Title:   title,
				Heading: string(analyzer.AppendTerms(nil, strings.Join(c.Heading, "\n"), document.Language)),
				Body:    string(analyzer.AppendTerms(nil, c.Text, document.Language)),
			},
		}
	}
	return passages
}

// titleOf is the title that the source has or the text names, else the file's
// name.
func titleOf(content Content, extracted Extracted) string {
	name := path.Base(content.Path)
	if extracted.Format == "markdown" || extracted.Format == "text" {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	for _, title := range []string{content.Title, extracted.Title, name} {
		if title = strings.TrimSpace(title); title != "" {
			return title
		}
	}
	return content.Path
}

// titleTerms are the distinct terms of all that names a document. Distinct,
// because a file notes/backup.md titled "Backup" is no more about backups than
// one whose path says something else.
func titleTerms(analyzer *lexical.Analyzer, document Document) string {
	names := slices.Concat([]string{document.Title}, document.Aliases, document.Tags,
		[]string{strings.TrimSuffix(document.Path, path.Ext(document.Path))})
	var distinct strings.Builder
	seen := map[string]bool{}
	for _, term := range analyzer.Terms(strings.Join(names, "\n"), document.Language) {
		if !seen[term] {
			seen[term] = true
			distinct.WriteString(term + " ")
		}
	}
	return distinct.String()
}

func union(lists ...[]string) []string {
	var all []string
	for _, item := range slices.Concat(lists...) {
		if item != "" && !slices.Contains(all, item) {
			all = append(all, item)
		}
	}
	return all
}
