// Package querylang reads what people type to search: words, "phrases", -not,
// OR, parentheses, and fields like tag:security. It turns a text into a tree
// whose nodes know where they stand, and a tree into a text that means the same.
//
//	query   = { either }
//	either  = term { "OR" term }           binds closer than standing side by side
//	term    = [ "-" ] ( "(" query ")" | phrase | field | word )
//	phrase  = '"' any text '"'
//	field   = name ":" ( phrase | value )  of a name that the [Language] has
//
// Any text is a query. What is no operator where it stands is a word or a part
// of one: the "-" of "foo-bar", "-5" and "--all", the ":" of "12:30", a quote
// that nothing closes, the "OR" at an end. A field that is misspelt or has a
// value that it can't take is a word too, and a [Remark] says so.
//
// The package knows no field, no document and no index: what a field means is
// the caller's business.
package querylang
