package extract

import (
	"encoding/json"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"rag-context/rag"
	"rag-context/rag/chunk"
)

// extractHTML makes blocks of a page's text. Blocks are named by the source
// lines their text stands on. Within a paragraph the source's line ends are
// kept, so that it can be divided and still be cited by line; otherwise white
// space is collapsed. Lines of blocks never decrease; where a page has several
// blocks on one source line, they all name that line.
func extractHTML(text string) rag.Extracted {
	page := readPage(text, false)
	if page.skip.tag != 0 { // an element left out was never closed: better too much than nothing
		page = readPage(text, true)
	}
	e := rag.Extracted{Format: "html", Blocks: page.blocks}
	page.meta.describe(&e)
	if e.Title == "" {
		e.Title = firstHeading(e.Blocks, 1)
	}
	return e
}

// page is a page under way: a tokenizer, the state that tags change, and the
// writer of blocks.
type page struct {
	writer
	tokens *html.Tokenizer
	meta   metadata
	skip   skipping
	title  bool      // within <title>
	lists  []listing // the lists around, outermost first
	table  table
}

func readPage(text string, lenient bool) *page {
	p := &page{tokens: html.NewTokenizer(strings.NewReader(text)), meta: metadata{}}
	p.skip.lenient = lenient
	p.line = 1
	for {
		kind := p.tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		p.token(kind)
	}
	p.leaveTable()
	p.flush()
	return p
}

// token handles one token and moves the line past it: text does that itself,
// line by line.
func (p *page) token(kind html.TokenType) {
	raw := string(p.tokens.Raw())
	if kind == html.TextToken && p.skip.tag == 0 {
		p.text(raw)
		return
	}
	switch kind {
	case html.CommentToken:
		p.comment(raw)
	case html.StartTagToken, html.SelfClosingTagToken:
		token := p.tokens.Token()
		if !p.skip.starts(token, kind == html.SelfClosingTagToken) {
			p.start(token)
		}
	case html.EndTagToken:
		name, _ := p.tokens.TagName()
		if tag := atom.Lookup(name); !p.skip.ends(tag) {
			p.end(tag)
		}
	}
	p.line += strings.Count(raw, "\n")
}

func (p *page) text(raw string) {
	if p.title {
		if title, ok := p.meta["title"].(string); !ok || title == "" {
			p.meta["title"] = collapse(html.UnescapeString(raw))
		}
		p.line += strings.Count(raw, "\n")
		return
	}
	for i, segment := range strings.Split(raw, "\n") {
		if i > 0 {
			p.line++
			p.newline()
		}
		p.write(html.UnescapeString(segment))
	}
}

// comment reads metadata as go.dev's pages carry it: JSON in a comment at the
// top.
func (p *page) comment(raw string) {
	body, ok := strings.CutPrefix(raw, "<!--")
	if !ok || len(p.blocks) > 0 || !strings.HasPrefix(body, "{") {
		return
	}
	values := map[string]any{}
	if json.Unmarshal([]byte(strings.TrimSuffix(body, "-->")), &values) == nil {
		p.meta = newMetadata(values)
	}
}

func (p *page) start(token html.Token) {
	switch tag := token.DataAtom; tag {
	case atom.Title:
		p.title = true
	case atom.Meta:
		p.metaTag(token)
	case atom.Br:
		p.newline()
	case atom.Sup:
		if p.begun && p.kind != chunk.Code { // 10⁶ is not 106
			p.write("^")
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		p.begin(chunk.Heading, int(tag.String()[1]-'0'))
	case atom.Pre, atom.Listing, atom.Xmp:
		p.begin(chunk.Code, 0)
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		p.startList(tag)
	case atom.Li:
		p.startItem()
	case atom.Table:
		p.startTable()
	case atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption:
		p.cellTag(tag, true)
	default:
		if isBlockLevel(tag) {
			p.breakBlock()
		}
	}
}

func (p *page) end(tag atom.Atom) {
	switch tag {
	case atom.Title:
		p.title = false
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Listing, atom.Xmp:
		if !p.table.open {
			p.flush()
		}
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		p.endList()
	case atom.Table:
		p.leaveTable()
		p.flush()
	case atom.Td, atom.Th, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption:
		p.cellTag(tag, false)
	default:
		if isBlockLevel(tag) || tag == atom.Li {
			p.breakBlock()
		}
	}
}

// begin starts a block that its tag names.
func (p *page) begin(kind chunk.Kind, level int) {
	p.leaveTable()
	p.flush()
	p.kind, p.level, p.marker = kind, level, ""
}

// flush ends the block that is being written.
func (p *page) flush() {
	p.emit(p.kind, p.take())
	p.rest()
}

// breakBlock ends the block that is being written, if there is anything in it
// yet. In a table's cell, which is one line, it is a space, and in code a line
// end.
func (p *page) breakBlock() {
	switch {
	case p.table.open:
		p.newline()
	case p.kind == chunk.Code:
		if !strings.HasSuffix(p.content.String(), "\n") {
			p.newline()
		}
	case p.begun:
		p.flush()
	}
}

func (p *page) metaTag(token html.Token) {
	attributes := map[string]string{}
	for _, a := range token.Attr {
		attributes[a.Key] = a.Val
	}
	name := strings.ToLower(attributes["name"] + attributes["property"])
	switch name {
	case "keywords":
		p.meta["keywords"] = attributes["content"]
	case "date", "dc.date", "dcterms.created", "article:published_time":
		p.meta["date"] = attributes["content"]
	}
}

func isBlockLevel(tag atom.Atom) bool {
	switch tag {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Aside, atom.Main, atom.Header, atom.Footer, atom.Nav,
		atom.Blockquote, atom.Address, atom.Dl, atom.Dt, atom.Dd, atom.Figure, atom.Figcaption, atom.Fieldset,
		atom.Legend, atom.Form, atom.Details, atom.Summary, atom.Dialog, atom.Hr, atom.Body, atom.Html, atom.Head,
		atom.Center, atom.Hgroup, atom.Noscript:
		return true
	}
	return false
}
