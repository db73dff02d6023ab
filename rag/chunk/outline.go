package chunk

// Outline turns text into blocks by the rules of a format:
//
//   - prose: markdown, rst, org, text;
//   - code: go, python, ruby, shell, perl, lua, elixir, and the languages that
//     use braces: c, cpp, csharp, css, dart, groovy, java, javascript, kotlin,
//     objectivec, php, protobuf, rust, scala, scss, swift, typescript, zig;
//     any other code may be given as "code";
//   - data: csv, tsv, json, yaml, toml, ini, log.
//
// Any other name is treated as text. The text may hold any bytes. Lines end at
// "\n"; a "\r" before it stays in the texts of blocks, but not in titles.
//
// Blocks hold exactly the source lines they name. Every line that is not blank
// is in exactly one block, but for front matter at the top of Markdown, which
// is in none: it is about the document and not of it.
func Outline(format, text string) []Block {
	o := &outline{source: newSource(text)}
	outlineAs(o, format)
	return o.finish()
}

func outlineAs(o *outline, format string) {
	switch format {
	case "markdown":
		outlineMarkdown(o)
	case "rst":
		outlineRST(o)
	case "org":
		outlineOrg(o)
	case "go":
		outlineGo(o)
	case "csv", "tsv":
		outlineCSV(o, format)
	case "json":
		outlineJSON(o)
	case "yaml":
		outlineYAML(o)
	case "toml", "ini":
		outlineINI(o)
	case "log":
		outlineLog(o)
	default:
		outlineLanguage(o, format)
	}
}

// outlineLanguage is for programming languages, and for text, which is what
// everything unknown is taken for.
func outlineLanguage(o *outline, format string) {
	if syntax, ok := indentSyntaxOf(format); ok {
		outlineIndented(o, syntax)
		return
	}
	if syntax, ok := braceSyntaxOf(format); ok {
		outlineBraces(o, syntax)
		return
	}
	if isOtherCode(format) {
		outlineGroups(o)
		return
	}
	outlineText(o)
}

func isOtherCode(format string) bool {
	switch format {
	case "code", "asm", "sql", "makefile", "dockerfile", "haskell", "ocaml", "clojure", "lisp", "erlang", "r",
		"julia", "vim", "powershell", "cmake", "nix", "terraform", "xml", "diff":
		return true
	}
	return false
}

// outlineGroups makes a block of code of each run of lines without a blank
// one.
func outlineGroups(o *outline) {
	for i := 0; i < o.len(); {
		end := o.paragraphEnd(i)
		o.add(Block{Kind: Code}, i, end)
		i = end
	}
}

// opener says of a line whether it starts a block, and under which title.
type opener func(i int) (title string, opens bool)

// outlineOpeners makes a block of code of each line that opens one and the
// lines up to the next. Lines for which lead holds, right before an opening
// one, go with it.
func outlineOpeners(o *outline, opens opener, lead func(line string) bool) {
	start, leads, title := 0, -1, ""
	add := func(end int) {
		o.add(Block{Kind: Code, Level: levelOf(title), Title: title}, start, end)
		start = end
	}
	for i := range o.len() {
		next, ok := opens(i)
		switch {
		case ok && leads >= 0:
			add(leads)
		case ok:
			add(i)
		case !lead(o.line(i)):
			leads = -1
			continue
		case leads < 0:
			leads = i
		}
		if ok {
			leads, title = -1, next
		}
	}
	add(o.len())
}

func levelOf(title string) int {
	if title == "" {
		return 0
	}
	return 1
}
