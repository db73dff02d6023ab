package extract

import (
	"path"
	"strings"
)

// formatOf names a text's format by its file's name, else by how it starts, else
// "text". Names are those of [chunk.Outline], and some that it takes for text.
func formatOf(name, text string) string {
	base := strings.ToLower(path.Base(name))
	ending := path.Ext(base)
	if ending == ".txt" { // Sphinx keeps sources as "name.rst.txt"
		if inner := prose(path.Ext(strings.TrimSuffix(base, ending))); inner != "" {
			return inner
		}
	}
	for _, format := range []string{wellKnown(base), prose(ending), language(ending), data(ending)} {
		if format != "" {
			return format
		}
	}
	return sniff(text)
}

func wellKnown(base string) string {
	switch name, _, _ := strings.Cut(base, "."); {
	case base == "cmakelists.txt":
		return "cmake"
	case name == "dockerfile" || name == "containerfile":
		return "dockerfile"
	case name == "makefile" || name == "gnumakefile" || base == "justfile":
		return "makefile"
	case base == "gemfile" || base == "rakefile" || base == "vagrantfile":
		return "ruby"
	case base == "jenkinsfile":
		return "groovy"
	case base == "build" || base == "build.bazel" || base == "workspace":
		return "python"
	case base == ".editorconfig" || base == ".gitconfig" || base == ".env":
		return "ini"
	}
	return ""
}

func prose(ending string) string {
	switch ending {
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd":
		return "markdown"
	case ".rst", ".rest":
		return "rst"
	case ".org":
		return "org"
	case ".html", ".htm", ".xhtml", ".xht":
		return "html"
	case ".txt", ".text":
		return "text"
	case ".adoc", ".asciidoc":
		return "asciidoc"
	case ".tex", ".sty", ".ltx":
		return "latex"
	}
	return ""
}

func language(ending string) string {
	switch ending {
	case ".go", ".zig", ".java", ".dart", ".swift", ".css", ".scss", ".php", ".lua", ".sql", ".nix", ".vim", ".cmake", ".r":
		return ending[1:]
	case ".py", ".pyi", ".pyx", ".pyw", ".bzl", ".star":
		return "python"
	case ".rb", ".rake", ".gemspec":
		return "ruby"
	case ".sh", ".bash", ".zsh", ".ksh", ".fish":
		return "shell"
	case ".pl", ".pm":
		return "perl"
	case ".ex", ".exs":
		return "elixir"
	case ".c", ".h":
		return "c"
	case ".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".inl", ".ino", ".cu":
		return "cpp"
	case ".cs":
		return "csharp"
	case ".groovy", ".gradle":
		return "groovy"
	case ".js", ".mjs", ".cjs", ".jsx":
		return "javascript"
	case ".ts", ".mts", ".cts", ".tsx":
		return "typescript"
	case ".kt", ".kts":
		return "kotlin"
	case ".m", ".mm":
		return "objectivec"
	case ".proto":
		return "protobuf"
	case ".rs":
		return "rust"
	case ".scala", ".sc":
		return "scala"
	case ".less":
		return "scss"
	}
	return plainCode(ending)
}

// plainCode is for languages that are divided at blank lines only.
func plainCode(ending string) string {
	switch ending {
	case ".s", ".asm":
		return "asm"
	case ".mk":
		return "makefile"
	case ".dockerfile":
		return "dockerfile"
	case ".hs", ".lhs":
		return "haskell"
	case ".ml", ".mli":
		return "ocaml"
	case ".clj", ".cljs", ".cljc", ".edn":
		return "clojure"
	case ".el", ".lisp", ".cl", ".scm", ".rkt":
		return "lisp"
	case ".erl", ".hrl":
		return "erlang"
	case ".jl":
		return "julia"
	case ".ps1", ".psm1":
		return "powershell"
	case ".tf", ".tfvars", ".hcl":
		return "terraform"
	case ".diff", ".patch":
		return "diff"
	case ".awk", ".bat", ".cmd", ".conf", ".cr", ".d", ".f", ".f90", ".fs", ".graphql", ".gql", ".nim", ".pas", ".sass",
		".sol", ".svelte", ".sv", ".tcl", ".thrift", ".v", ".vb", ".vhd", ".vue":
		return "code"
	}
	return ""
}

func data(ending string) string {
	switch ending {
	case ".csv", ".tsv", ".toml", ".ini", ".log", ".xml", ".json":
		return ending[1:]
	case ".jsonl", ".ndjson":
		return "jsonl"
	case ".json5", ".jsonc", ".geojson", ".webmanifest", ".map", ".ipynb":
		return "json"
	case ".yaml", ".yml":
		return "yaml"
	case ".cfg", ".properties", ".desktop", ".service", ".env":
		return "ini"
	case ".svg", ".xsd", ".xsl", ".xslt", ".rss", ".atom", ".plist", ".opml", ".csproj":
		return "xml"
	}
	return ""
}

// sniff names a format by how a text starts.
func sniff(text string) string {
	start := strings.ToLower(strings.TrimSpace(text[:min(len(text), 256)]))
	switch {
	case strings.HasPrefix(start, "#!"):
		line, _, _ := strings.Cut(start, "\n")
		return interpreter(line[2:])
	case strings.HasPrefix(start, "<!doctype html"), strings.HasPrefix(start, "<html"):
		return "html"
	case strings.HasPrefix(start, "<?xml"):
		if strings.Contains(start, "<html") || strings.Contains(start, "<!doctype html") {
			return "html"
		}
		return "xml"
	}
	return "text"
}

// interpreter names the language of a script by its first line after "#!".
func interpreter(line string) string {
	for word := range strings.FieldsSeq(line) {
		name := strings.TrimRight(path.Base(word), "0123456789.")
		switch {
		case name == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "="):
			continue
		case strings.HasSuffix(name, "sh"):
			return "shell"
		}
		switch name {
		case "python", "pypy", "uv":
			return "python"
		case "node", "nodejs", "deno", "bun":
			return "javascript"
		case "ruby", "perl", "lua", "php", "elixir", "groovy":
			return name
		case "rscript":
			return "r"
		case "make":
			return "makefile"
		}
		return "code"
	}
	return "code"
}
