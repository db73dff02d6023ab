package chunk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// outlineGo makes a block of each top-level declaration with its comment; the
// package clause goes with its comment and the imports. What doesn't parse is
// read like any language that uses braces.
func outlineGo(o *outline) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", o.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		syntax, _ := braceSyntaxOf("go")
		outlineBraces(o, syntax)
		return
	}
	g := golang{outline: o, file: files.File(file.FileStart)}
	g.header(file)
	for _, declaration := range file.Decls {
		if start := g.line(declaration.Pos()); start >= g.next {
			g.declaration(declaration)
		}
	}
	g.remarks(g.len())
}

type golang struct {
	*outline
	file *token.File
}

// line returns the line of a position as it is in the text, whatever //line
// comments say, from 0.
func (g golang) line(at token.Pos) int { return g.file.PositionFor(at, false).Line - 1 }

// header adds the package clause with all before it and the imports after it.
func (g golang) header(file *ast.File) {
	end := g.line(file.Name.End()) + 1
	for _, declaration := range file.Decls {
		if d, ok := declaration.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			end = g.line(d.End()-1) + 1
		}
	}
	g.add(Block{Kind: Code, Level: 1, Title: "package " + file.Name.Name}, 0, end)
}

func (g golang) declaration(d ast.Decl) {
	start, title := d.Pos(), ""
	switch d := d.(type) {
	case *ast.FuncDecl:
		title = funcTitle(d)
		if d.Doc != nil {
			start = d.Doc.Pos()
		}
	case *ast.GenDecl:
		title = genTitle(d)
		if d.Doc != nil {
			start = d.Doc.Pos()
		}
	}
	g.remarks(g.line(start))
	g.add(Block{Kind: Code, Level: levelOf(title), Title: title}, g.line(start), g.line(d.End()-1)+1)
}

// remarks adds the comments between declarations, which belong to none.
func (g golang) remarks(end int) {
	for i := g.next; i < end; {
		if g.blank(i) {
			i++
			continue
		}
		stop := min(g.paragraphEnd(i), end)
		g.add(Block{Kind: Code}, i, stop)
		i = stop
	}
}

// funcTitle returns "func Name" or "func (r *Receiver) Name".
func funcTitle(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return "func " + d.Name.Name
	}
	receiver := d.Recv.List[0]
	name := typeName(receiver.Type)
	if len(receiver.Names) > 0 {
		name = receiver.Names[0].Name + " " + name
	}
	return "func (" + name + ") " + d.Name.Name
}

// typeName writes out a receiver's type.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + typeName(e.X)
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X) + "[" + typeName(e.Index) + "]"
	case *ast.IndexListExpr:
		var names []string
		for _, index := range e.Indices {
			names = append(names, typeName(index))
		}
		return typeName(e.X) + "[" + strings.Join(names, ", ") + "]"
	}
	return "?"
}

// genTitle returns "type Name", or "const A, B, C" for a group.
func genTitle(d *ast.GenDecl) string {
	var names []string
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, name := range s.Names {
				names = append(names, name.Name)
			}
		}
		if len(names) > maxTitle { // the title is cut anyway
			break
		}
	}
	if len(names) == 0 {
		return ""
	}
	return d.Tok.String() + " " + strings.Join(names, ", ")
}
