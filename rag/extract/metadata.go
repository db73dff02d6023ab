package extract

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"rag-context/rag"
)

// metadata is what a document says about itself, by lower-case key, as its
// parser left it.
type metadata map[string]any

// newMetadata folds the keys' case.
func newMetadata(values map[string]any) metadata {
	m := metadata{}
	for key, value := range values {
		m[strings.ToLower(key)] = value
	}
	return m
}

// saysMoreThan reports whether there are keys besides these.
func (m metadata) saysMoreThan(keys ...string) bool {
	for key := range m {
		if !slices.Contains(keys, key) {
			return true
		}
	}
	return false
}

// describe sets the fields that the metadata knows.
func (m metadata) describe(e *rag.Extracted) {
	e.Title = scalar(m["title"])
	for _, key := range []string{"aliases", "alias"} {
		e.Aliases = append(e.Aliases, scalars(m[key])...)
	}
	var tags tagList
	for _, key := range []string{"tags", "tag", "keywords"} {
		for _, value := range scalars(m[key]) {
			tags.add(splitTags(value)...)
		}
	}
	e.Tags = tags.tags
	for _, key := range []string{"created", "date"} {
		if e.Created.IsZero() {
			e.Created = moment(m[key])
		}
	}
}

// scalars returns the texts of a value or of a list of them.
func scalars(value any) (texts []string) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, item := range list {
		if text := scalar(item); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// scalar returns a value's text, "" for what is no single value. A note titled
// by its date gets it back as it was written.
func scalar(value any) string {
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v)
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.RFC3339)
	case bool, int, int64, uint64, float64, toml.LocalDate, toml.LocalDateTime, toml.LocalTime:
		return fmt.Sprint(v)
	}
	return ""
}

// splitTags reads "a, b", "#a #b" and ":a:b:" as lists, and anything else as one
// tag.
func splitTags(text string) []string {
	switch {
	case strings.Contains(text, ","):
		return strings.Split(text, ",")
	case strings.HasPrefix(text, "#"):
		return strings.Fields(text)
	case strings.HasPrefix(text, ":") && strings.HasSuffix(text, ":"):
		return strings.Split(text, ":")
	}
	return []string{text}
}

// tagList holds tags once each, whatever their case, as first spelled.
type tagList struct {
	tags []string
	seen map[string]bool
}

func (l *tagList) add(tags ...string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	for _, tag := range tags {
		tag = strings.Trim(strings.TrimSpace(tag), "#/")
		if key := strings.ToLower(tag); tag != "" && !l.seen[key] {
			l.seen[key] = true
			l.tags = append(l.tags, tag)
		}
	}
}

// moment reads a date in the spellings people use; zero where it is none. A
// date without a zone is in UTC.
func moment(value any) time.Time {
	if t, ok := value.(time.Time); ok {
		return t
	}
	text := scalar(value)
	for _, layout := range []string{
		time.DateOnly, time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime, "2006-01-02 15:04",
		"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 MST", "2006-01-02 Mon", "2006-01-02 Mon 15:04",
		"2006/01/02", "20060102", "January 2, 2006", "Jan 2, 2006", "2 January 2006", "2 Jan 2006",
		time.RFC1123Z, time.RFC1123,
	} {
		if t, err := time.Parse(layout, strings.Trim(text, "<>[]")); err == nil {
			return t
		}
	}
	return time.Time{}
}
