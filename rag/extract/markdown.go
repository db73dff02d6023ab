package extract

import (
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"rag-context/rag"
	"rag-context/rag/chunk"
)

// extractMarkdown reads front matter, inline tags and, where no title is given,
// the first heading of level 1.
func extractMarkdown(text string) rag.Extracted {
	e := rag.Extracted{Format: "markdown"}
	meta, lines := frontMatter(text)
	meta.describe(&e)
	e.Blocks = outlineBelow(text, lines)
	if meta.saysMoreThan("title", "aliases", "alias", "tags", "tag", "keywords", "date", "created") {
		e.Blocks = append([]chunk.Block{frontMatterBlock(text, lines)}, e.Blocks...)
	}
	if e.Title == "" {
		e.Title = firstHeading(e.Blocks, 1)
	}
	tags := tagList{}
	tags.add(e.Tags...)
	for _, block := range e.Blocks {
		if block.Kind != chunk.Code {
			tags.add(inlineTags(block.Text)...)
		}
	}
	e.Tags = tags.tags
	return e
}

// frontMatterBlock is the front matter as text to be found and cited: a note's
// properties may hold what nothing else in it says.
func frontMatterBlock(text string, lines int) chunk.Block {
	all := strings.SplitN(text, "\n", lines+1)
	return chunk.Block{Kind: chunk.Code, First: 1, Last: lines, Text: strings.Join(all[:lines], "\n")}
}

// outlineBelow outlines the text after that many lines. A blank line goes
// before it, so that a "---" that is no front matter isn't taken for it.
func outlineBelow(text string, lines int) []chunk.Block {
	for range lines {
		_, text, _ = strings.Cut(text, "\n")
	}
	blocks := chunk.Outline("markdown", "\n"+text)
	for i := range blocks {
		blocks[i].First += lines - 1
		blocks[i].Last += lines - 1
	}
	return blocks
}

// maxFrontMatter is the size in bytes above which a text between two rules is
// not taken for metadata.
const maxFrontMatter = 64 << 10

// frontMatter returns the metadata at the top of a note and the number of lines
// it takes; nil and 0 where there is none, or none that can be read.
func frontMatter(text string) (meta metadata, lines int) {
	fence, rest, _ := strings.Cut(text, "\n")
	fence = strings.TrimRight(fence, " \t")
	if fence != "---" && fence != "+++" {
		return nil, 0
	}
	size := 0
	for line := range strings.Lines(rest) {
		lines++
		mark := strings.TrimRight(line, " \t\n")
		if mark == fence || fence == "---" && mark == "..." {
			meta = parseFrontMatter(fence, rest[:size])
			break
		}
		if size += len(line); size > maxFrontMatter {
			break
		}
	}
	if meta == nil {
		return nil, 0
	}
	return meta, lines + 1
}

// bareTags finds tags that YAML would take for comments.
var bareTags = regexp.MustCompile(`(?mi)^((?:tags?|keywords):[ \t]+|[ \t]*-[ \t]+)(#[^\s'"][^'"\n]*)$`)

func parseFrontMatter(fence, text string) metadata {
	values := map[string]any{}
	var err error
	if fence == "+++" {
		err = toml.Unmarshal([]byte(text), &values)
	} else {
		err = yaml.Unmarshal([]byte(bareTags.ReplaceAllString(text, "$1'$2'")), &values)
	}
	if err != nil || len(values) == 0 && strings.TrimSpace(text) != "" { // comments only: likely a heading between rules
		return nil
	}
	return newMetadata(values)
}

var (
	inlineTag  = regexp.MustCompile(`(?:^|\s)#(\p{L}[\p{L}\p{M}\p{N}_/-]*)`)
	inlineCode = regexp.MustCompile("`+[^`]*`+")
)

// inlineTags finds #tags as Obsidian writes them: after white space, starting
// with a letter, not in code.
func inlineTags(text string) (tags []string) {
	if !strings.Contains(text, "#") {
		return nil
	}
	fenced := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimLeft(line, " \t>-*+")
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		if fenced || !strings.Contains(line, "#") {
			continue
		}
		for _, match := range inlineTag.FindAllStringSubmatch(inlineCode.ReplaceAllString(line, "`"), -1) {
			tags = append(tags, strings.TrimRight(match[1], "/-"))
		}
	}
	return tags
}
