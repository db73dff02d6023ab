package chunk

// Kind says what a block is, which decides how gladly it may be divided.
type Kind uint8

// Kinds of blocks.
const (
	Paragraph Kind = iota // prose; may be divided between lines
	Heading               // opens a section that ends at a heading of the same or an outer level
	List                  // list items; divided between items first
	Code                  // a fenced or indented block, or source code; stays whole where it fits
	Table                 // rows; stays whole where it fits, else divided between rows
)

// Block is a piece of a document that wants to stay together.
type Block struct {
	Kind Kind
	// Level is the nesting of a Heading or of a titled Code block: 1 is the
	// outermost. Any other block ends the sections of its level and deeper
	// ones, and goes on with the one around them; 0 ends none.
	Level int
	// Title is a Heading's text without markup, or the name under which a
	// Code block is known ("func (c *Conn) Close"); it becomes part of the
	// heading path of the chunks made of it.
	Title string
	// First and Last are the source lines it covers, from 1, inclusive.
	First, Last int
	// Text is its text, lines separated by "\n", without a final newline.
	// For formats that are cited verbatim it is exactly the source's lines
	// First to Last.
	Text string
}

// Chunk is a span of text that can be cited.
type Chunk struct {
	Heading     []string // titles of the sections around it, outermost first
	First, Last int      // source lines, from 1, inclusive
	Text        string   // lines separated by "\n", without a final newline
}

// Options sets the size of chunks. The zero value works.
type Options struct {
	// TargetTokens is the size to aim for; 0 means 350.
	TargetTokens int
	// MaxTokens is the size up to which a block that wants to stay whole (a
	// table, a fence, a function) does stay whole; 0 means twice the target.
	MaxTokens int
}
