package querylang

// Kind says what a node of a query is.
type Kind string

// Kinds of nodes.
const (
	All    Kind = "all"    // Parts, side by side; none for an empty query
	Any    Kind = "any"    // Parts, with OR between them
	Not    Kind = "not"    // one part, after "-"
	Word   Kind = "word"   // Text, as it was typed
	Phrase Kind = "phrase" // Text, as it stands between quotes
	Field  Kind = "field"  // Name and Text, its value
)

// Node is a part of a query.
type Node struct {
	Kind  Kind   `json:"kind"`
	Name  string `json:"name,omitempty"` // of a field, as the language spells it
	Text  string `json:"text,omitempty"`
	Span  Span   `json:"span"`
	Parts []Node `json:"parts,omitempty"`
}

// Span is where a node stands in the text: from byte First on and before End.
type Span struct {
	First int `json:"first"`
	End   int `json:"end"`
}

// Each visits the node and all below it, in the order of the text.
func (n Node) Each(visit func(Node)) {
	visit(n)
	for _, part := range n.Parts {
		part.Each(visit)
	}
}

// Plain reports whether the query is nothing but words.
func (n Node) Plain() bool {
	plain := true
	n.Each(func(part Node) { plain = plain && (part.Kind == All || part.Kind == Word) })
	return plain
}
