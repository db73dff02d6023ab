package querylang

import (
	"fmt"
	"strings"
)

// Language is what queries can say besides words. The zero value has no fields.
type Language struct {
	// Fields are the names that can stand before ":".
	Fields []FieldName
	// Check says what is wrong with a field's value; nil takes every value.
	Check func(name, value string) error
}

// FieldName is how a field is called.
type FieldName struct {
	Name    string   // lower-case letters
	Aliases []string // other names that mean the same
}

// Query is a text that was read.
type Query struct {
	Root    Node     `json:"root"`
	Remarks []Remark `json:"remarks"`
}

// Remark says that a part of a text was taken for words although it looks like
// more.
type Remark struct {
	Span    Span   `json:"span"`
	Message string `json:"message"`
}

// known returns the field of a name, in any case.
func (l Language) known(name string) (string, bool) {
	for _, field := range l.Fields {
		for _, spelling := range field.spellings() {
			if strings.EqualFold(spelling, name) {
				return field.Name, true
			}
		}
	}
	return "", false
}

// likely returns the field that somebody meant who typed another name; "" for
// none.
func (l Language) likely(name string) string {
	name = strings.ToLower(name)
	for slips := 1; slips <= len(name)/3 && slips <= 2; slips++ {
		for _, field := range l.Fields {
			for _, spelling := range field.spellings() {
				if len(spelling) > 2 && distance(name, spelling) <= slips {
					return field.Name
				}
			}
		}
	}
	return ""
}

func (f FieldName) spellings() []string { return append([]string{f.Name}, f.Aliases...) }

func (l Language) check(name, value string) error {
	if strings.HasPrefix(value, "(") {
		return fmt.Errorf("takes one value: %s:a OR %s:b is for either", name, name)
	}
	if l.Check == nil {
		return nil
	}
	return l.Check(name, value)
}

// distance counts the slips between two names: a letter more, less or another,
// or two changed about (Damerau, 1964; each pair of letters changed once).
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			other := 1
			if a[i-1] == b[j-1] {
				other = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+other)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return rows[1][len(b)]
}
