package rag

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Arguments checks a JSON object of a request's fields, as programs and models
// write them, and returns it in its one exact form: aliases replaced by names,
// numbers and lists that were written as text made numbers and lists, nulls
// and empty texts left out. required fields must be there.
//
// The error is a [*RequestError] for the first field that is wrong, which it
// names as it was written.
func Arguments(fields []Field, data []byte, required ...string) (json.RawMessage, error) {
	written := map[string]json.RawMessage{}
	if text := bytes.TrimSpace(data); len(text) > 0 && !bytes.Equal(text, []byte("null")) {
		if err := json.Unmarshal(text, &written); err != nil {
			return nil, &RequestError{Field: "arguments", Problem: "must be a JSON object"}
		}
	}
	exact := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		field, known := fieldMeant(fields, name)
		if !known {
			return nil, &RequestError{Field: shortName(name), Problem: "is no field of this request"}
		}
		value, err := field.value(written[name])
		if err != nil {
			return nil, &RequestError{Field: name, Problem: err.Error()}
		}
		if _, twice := exact[field.Name]; twice && value != nil {
			return nil, &RequestError{Field: name, Problem: fmt.Sprintf("means the same as %s, which is there too: give one", field.Name)}
		}
		if value != nil {
			exact[field.Name] = value
		}
	}
	for _, name := range required {
		if exact[name] == nil {
			return nil, &RequestError{Field: name, Problem: "is required"}
		}
	}
	return json.Marshal(exact)
}

// shortName keeps what somebody typed as a name from filling an error.
func shortName(name string) string { return fmt.Sprintf("%.40q", name) }

func fieldMeant(fields []Field, name string) (Field, bool) {
	at := slices.IndexFunc(fields, func(field Field) bool { return field.Means(name) })
	if at < 0 {
		return Field{}, false
	}
	return fields[at], true
}

// value returns a JSON value as the field's kind has it; nil for one that says
// nothing.
func (f Field) value(data json.RawMessage) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil || value == nil || value == "" {
		return nil, err
	}
	switch f.Kind {
	case KindNumber:
		return f.number(value)
	case KindList:
		return f.list(value)
	case KindChoice:
		return f.choice(value)
	}
	return f.text(value)
}

func (f Field) text(value any) (any, error) {
	var text string
	switch v := value.(type) {
	case string:
		text = v
	case json.Number:
		text = v.String()
	default:
		return nil, errors.New("must be text")
	}
	if n := utf8.RuneCountInString(text); f.Max > 0 && n > f.Max {
		return nil, fmt.Errorf("has %d characters; it takes at most %d", n, f.Max)
	}
	return text, nil
}

func (f Field) number(value any) (any, error) {
	text, isText := value.(string)
	if number, isNumber := value.(json.Number); isNumber {
		text, isText = number.String(), true
	}
	number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if !isText || err != nil || number != math.Trunc(number) {
		return nil, fmt.Errorf("must be a whole number%s", f.bounds())
	}
	if number < float64(f.Min) || f.Max > 0 && number > float64(f.Max) {
		return nil, fmt.Errorf("must be%s, not %s", f.bounds(), strings.TrimSpace(text))
	}
	return int(number), nil
}

func (f Field) bounds() string {
	if f.Max == 0 {
		return fmt.Sprintf(" of at least %d", f.Min)
	}
	return fmt.Sprintf(" %d to %d", f.Min, f.Max)
}

func (f Field) choice(value any) (any, error) {
	text, _ := value.(string)
	at := slices.IndexFunc(f.Values, func(choice string) bool { return strings.EqualFold(choice, strings.TrimSpace(text)) })
	if at < 0 {
		return nil, fmt.Errorf("must be one of %s", strings.Join(f.Values, ", "))
	}
	return f.Values[at], nil
}

// list takes a list of texts, one text, or a list that was written as a text.
func (f Field) list(value any) (any, error) {
	if text, isText := value.(string); isText {
		var inner []any
		if strings.HasPrefix(strings.TrimSpace(text), "[") && json.Unmarshal([]byte(text), &inner) == nil {
			value = inner
		} else {
			value = []any{text}
		}
	}
	items, isList := value.([]any)
	if !isList {
		return nil, errors.New("must be a list of texts")
	}
	if f.Max > 0 && len(items) > f.Max {
		return nil, fmt.Errorf("has %d values; it takes at most %d", len(items), f.Max)
	}
	texts := make([]string, len(items))
	for i, item := range items {
		text, isText := item.(string)
		if !isText || text == "" || utf8.RuneCountInString(text) > MaxFilter {
			return nil, fmt.Errorf("must be a list of texts of 1 to %d characters", MaxFilter)
		}
		texts[i] = text
	}
	if len(texts) == 0 {
		return nil, nil
	}
	return texts, nil
}
