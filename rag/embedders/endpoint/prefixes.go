package endpoint

import (
	"regexp"
	"strings"
)

// Prefixes are the instructions that go before a text, with the space or line
// break that parts them from it.
type Prefixes struct {
	Question string
	Passage  string
}

const (
	represent    = "Represent this sentence for searching relevant passages: "
	representZh  = "为这个句子生成表示以用于检索相关文章："
	instructWeb  = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
	instructWeb1 = instructWeb + " "
)

// families are the models whose training is known, first match wins. Without
// their instructions they still work, and rank worse. The source of each is the
// model's card or its config_sentence_transformers.json at the place named.
var families = []struct {
	name     *regexp.Regexp // of a name as [plainName] leaves it
	prefixes Prefixes
}{
	// nomic-ai/nomic-embed-code, nomic-ai/CodeRankEmbed
	{regexp.MustCompile(`nomic-embed-code|coderankembed`), Prefixes{"Represent this query for searching relevant code: ", ""}},
	// nomic-ai/nomic-embed-text-v1, -v1.5, -v2-moe
	{regexp.MustCompile(`nomic-embed`), Prefixes{"search_query: ", "search_document: "}},
	// intfloat/multilingual-e5-large-instruct, intfloat/e5-mistral-7b-instruct
	{regexp.MustCompile(`\be5-.*instruct`), Prefixes{instructWeb1, ""}},
	// intfloat/e5-*, intfloat/multilingual-e5-*
	{regexp.MustCompile(`\be5-`), Prefixes{"query: ", "passage: "}},
	// BAAI/bge-*-zh-v1.5
	{regexp.MustCompile(`\bbge-(small|base|large)-zh`), Prefixes{representZh, ""}},
	// BAAI/bge-*-en-v1.5; Ollama has them without "-en"
	{regexp.MustCompile(`\bbge-(small|base|large)`), Prefixes{represent, ""}},
	// BAAI/bge-m3
	{regexp.MustCompile(`\bbge-m3`), Prefixes{}},
	// mixedbread-ai/deepset-mxbai-embed-de-large-v1
	{regexp.MustCompile(`mxbai-embed-de`), Prefixes{"query: ", "passage: "}},
	// mixedbread-ai/mxbai-embed-large-v1, -xsmall-v1
	{regexp.MustCompile(`mxbai-embed`), Prefixes{represent, ""}},
	// Snowflake/snowflake-arctic-embed-*-v2.0; Ollama's snowflake-arctic-embed2
	{regexp.MustCompile(`arctic-embed(2|.*v2)`), Prefixes{"query: ", ""}},
	// Snowflake/snowflake-arctic-embed-*, also -v1.5
	{regexp.MustCompile(`arctic-embed`), Prefixes{represent, ""}},
	// Qwen/Qwen3-Embedding-*: no space after the last colon
	{regexp.MustCompile(`qwen3-embedding`), Prefixes{instructWeb, ""}},
	// google/embeddinggemma-300m
	{regexp.MustCompile(`embedding-?gemma`), Prefixes{"task: search result | query: ", "title: none | text: "}},
	// jinaai/jina-embeddings-v5-text-*-retrieval
	{regexp.MustCompile(`jina-embeddings-v5`), Prefixes{"Query: ", "Document: "}},
	// jinaai/jina-embeddings-v4-text-retrieval-GGUF
	{regexp.MustCompile(`jina-embeddings-v4`), Prefixes{"Query: ", "Passage: "}},
	// jinaai/jina-embeddings-v3
	{regexp.MustCompile(`jina-embeddings-v3`), Prefixes{"Represent the query for retrieving evidence documents: ", "Represent the document for retrieval: "}},
	// jinaai/jina-embeddings-v2-*
	{regexp.MustCompile(`jina-embeddings-v2`), Prefixes{}},
	// Alibaba-NLP/gte-Qwen2-*-instruct
	{regexp.MustCompile(`\bgte-qwen`), Prefixes{instructWeb1, ""}},
	// thenlper/gte-*, Alibaba-NLP/gte-*-v1.5, gte-multilingual-base, gte-modernbert-base
	{regexp.MustCompile(`\bgte-`), Prefixes{}},
	// sentence-transformers/all-MiniLM-*, all-mpnet-*, paraphrase-multilingual-*
	{regexp.MustCompile(`\ball-(minilm|mpnet)|\bparaphrase-`), Prefixes{}},
	// ibm-granite/granite-embedding-*
	{regexp.MustCompile(`granite-embedding`), Prefixes{}},
	// OpenAI's own: platform.openai.com/docs/guides/embeddings
	{regexp.MustCompile(`^text-embedding-(3|ada)`), Prefixes{}},
}

// KnownPrefixes returns the prefixes that the model of that name was trained
// with; known is false for a name that says nothing. Names are taken as servers
// spell them: with an organisation or a folder before, a tag or a file's ending
// behind.
func KnownPrefixes(model string) (prefixes Prefixes, known bool) {
	name := plainName(model)
	for _, family := range families {
		if family.name.MatchString(name) {
			return family.prefixes, true
		}
	}
	return Prefixes{}, false
}

// plainName leaves the last part of a path in lower case, with dashes only.
func plainName(model string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(lastPart(model)))
}

// lastPart of a model's name tells it from others without the folders of a file:
// llama.cpp calls a model by its path unless told otherwise.
func lastPart(model string) string {
	return model[strings.LastIndexAny(model, `/\`)+1:]
}

// embedsByName says "yes" by a name that only embedding models have; a
// reranker's may hold one too.
func embedsByName(model string) bool {
	_, known := KnownPrefixes(model)
	name := plainName(model)
	return (known || strings.Contains(name, "embed")) && !strings.Contains(name, "rerank")
}
