package lexical

import (
	"embed"
	"path"
	"strings"
	"sync"
)

// stopFiles holds a list of stop words for each language, sources and licence
// in the file LICENSE there.
//
//go:embed stopwords
var stopFiles embed.FS

// stopLists holds the lists, read and parsed when first asked for.
var stopLists = sync.OnceValue(func() map[Language]func() []string {
	lists := map[Language]func() []string{}
	files, _ := stopFiles.ReadDir("stopwords") // embedded, so it is there
	for _, file := range files {
		code, isList := strings.CutSuffix(file.Name(), ".txt")
		if isList {
			lists[Language(code)] = sync.OnceValue(func() []string { return readStopWords(file.Name()) })
		}
	}
	return lists
})

func readStopWords(file string) []string {
	text, _ := stopFiles.ReadFile(path.Join("stopwords", file))
	var words []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			words = append(words, strings.Fields(line)...)
		}
	}
	return words
}

// stopWords returns the words of a language, and the words of its questions,
// that say nothing about where an answer stands: in lower case, with their
// accents and, because people leave them off in questions, without.
func stopWords(language Language) map[string]bool {
	list := stopLists()[language]
	if list == nil {
		list = stopLists()[english]
	}
	words := map[string]bool{}
	for _, word := range list() {
		words[word] = true
		words[fold(word)] = true
	}
	return words
}
