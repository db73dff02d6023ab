package endpoint_test

import (
	"errors"
	"strings"
	"testing"

	"rag-context/rag/embedders/endpoint"
	"rag-context/rag/modelserver"
)

func TestAddresses(t *testing.T) {
	for address, want := range map[string]struct{ local, remote bool }{
		"http://127.0.0.1:11434":          {true, true},
		"http://127.1.2.3":                {true, true},
		"http://localhost:8080":           {true, true},
		"http://[::1]:8080/base":          {true, true},
		"http://[::ffff:127.0.0.1]:8080":  {true, true},
		"http://0.0.0.0:8080":             {false, true},
		"http://192.0.2.1:11434":          {false, true},
		"https://api.example.com":         {false, true},
		"http://localhost.example.com":    {false, true},
		"http://127.0.0.1.example.com":    {false, true},
		"http://me:s3cret@127.0.0.1":      {false, false},
		"http://127.0.0.1?key=s3cret":     {false, false},
		"http://127.0.0.1#s3cret":         {false, false},
		"ftp://127.0.0.1":                 {false, false},
		"unix:///run/s3cret":              {false, false},
		"127.0.0.1":                       {false, false},
		"http:///s3cret":                  {false, false},
		"http://192.0.2.1/path/of/s3cret": {false, true},
	} {
		options := endpoint.Options{Kind: endpoint.OpenAI, URL: parse(t, address), Model: "m"}
		_, err := endpoint.New(options)
		if (err == nil) != want.local || err != nil && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", address, err)
		}
		if errors.Is(err, modelserver.ErrRemote) != (want.remote && !want.local) {
			t.Errorf("%s: %v", address, err)
		}
		options.AllowRemote = true
		if _, err := endpoint.New(options); (err == nil) != want.remote {
			t.Errorf("%s as a remote one: %v", address, err)
		}
	}
}

func TestOptionsAreRefused(t *testing.T) {
	base := parse(t, "http://127.0.0.1")
	for name, options := range map[string]endpoint.Options{
		"nothing":    {},
		"no URL":     {Kind: endpoint.Ollama, Model: "m"},
		"no model":   {Kind: endpoint.Ollama, URL: base},
		"other kind": {Kind: "carrier pigeon", URL: base, Model: "m"},
		"dimensions": {Kind: endpoint.Ollama, URL: base, Model: "m", Dimensions: -1},
		"timeout":    {Kind: endpoint.Ollama, URL: base, Model: "m", Timeout: -1},
	} {
		if _, err := endpoint.New(options); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestFingerprint(t *testing.T) {
	at := func(address string, change func(*endpoint.Options)) string {
		options := endpoint.Options{Kind: endpoint.Ollama, URL: parse(t, address), Model: model}
		change(&options)
		return open(t, options).Fingerprint()
	}
	const here = "http://127.0.0.1:11434"
	base := at(here, func(*endpoint.Options) {})
	if !strings.HasPrefix(base, "ollama:nomic-embed-text:all:") {
		t.Errorf("fingerprint is %s", base)
	}
	if file := at(here, func(o *endpoint.Options) { o.Model = "/home/me/some model.gguf" }); !strings.HasPrefix(file, "ollama:some_model.gguf:all:") {
		t.Errorf("fingerprint of a file is %s", file)
	}
	for name, same := range map[string]string{
		"other host": at("http://localhost:1/x", func(*endpoint.Options) {}),
		"latest":     at(here, func(o *endpoint.Options) { o.Model += ":latest" }),
		"batches":    at(here, func(o *endpoint.Options) { o.MaxTexts = 7 }),
		"its own": at(here, func(o *endpoint.Options) {
			o.Prefixes = &endpoint.Prefixes{Question: "search_query: ", Passage: "search_document: "}
		}),
	} {
		if same != base {
			t.Errorf("%s: %s is not %s", name, same, base)
		}
	}
	for name, other := range map[string]string{
		"kind":       at(here, func(o *endpoint.Options) { o.Kind = endpoint.OpenAI }),
		"model":      at(here, func(o *endpoint.Options) { o.Model += ":v1.5" }),
		"dimensions": at(here, func(o *endpoint.Options) { o.Dimensions = 256 }),
		"question":   at(here, func(o *endpoint.Options) { o.Prefixes = &endpoint.Prefixes{Passage: "search_document: "} }),
		"passage":    at(here, func(o *endpoint.Options) { o.Prefixes = &endpoint.Prefixes{Question: "search_query: "} }),
	} {
		if other == base {
			t.Errorf("another %s has the same fingerprint", name)
		}
	}
}

func TestKnownPrefixes(t *testing.T) {
	const represent = "Represent this sentence for searching relevant passages: "
	for name, want := range map[string]struct {
		question, passage string
		known             bool
	}{
		"nomic-embed-text:v1.5":                                       {"search_query: ", "search_document: ", true},
		"text-embedding-nomic-embed-text-v1.5":                        {"search_query: ", "search_document: ", true},
		"hf.co/nomic-ai/nomic-embed-text-v2-moe-GGUF:Q8_0":            {"search_query: ", "search_document: ", true},
		`C:\models\Nomic_Embed_Text.gguf`:                             {"search_query: ", "search_document: ", true},
		"nomic-embed-code":                                            {"Represent this query for searching relevant code: ", "", true},
		"intfloat/e5-base-v2":                                         {"query: ", "passage: ", true},
		"jeffh/intfloat-multilingual-e5-large:f16":                    {"query: ", "passage: ", true},
		"multilingual-e5-large-instruct":                              {"Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ", "", true},
		"BAAI/bge-small-en-v1.5":                                      {represent, "", true},
		"bge-large":                                                   {represent, "", true},
		"bge-base-zh-v1.5":                                            {"为这个句子生成表示以用于检索相关文章：", "", true},
		"bge-m3":                                                      {"", "", true},
		"mxbai-embed-large:latest":                                    {represent, "", true},
		"snowflake-arctic-embed:335m":                                 {represent, "", true},
		"Snowflake/snowflake-arctic-embed-m-v1.5":                     {represent, "", true},
		"snowflake-arctic-embed2":                                     {"query: ", "", true},
		"snowflake-arctic-embed-l-v2.0":                               {"query: ", "", true},
		"Qwen/Qwen3-Embedding-0.6B-GGUF":                              {"Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:", "", true},
		"embeddinggemma:300m":                                         {"task: search result | query: ", "title: none | text: ", true},
		"jina-embeddings-v5-text-small-retrieval":                     {"Query: ", "Document: ", true},
		"jina-embeddings-v4-text-retrieval":                           {"Query: ", "Passage: ", true},
		"jina/jina-embeddings-v2-base-de":                             {"", "", true},
		"gte-multilingual-base":                                       {"", "", true},
		"all-minilm:l6-v2":                                            {"", "", true},
		"sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2": {"", "", true},
		"text-embedding-3-small":                                      {"", "", true},
		"qwen3:8b":                                                    {"", "", false},
		"code5-7b":                                                    {"", "", false},
		"my-own":                                                      {"", "", false},
	} {
		got, known := endpoint.KnownPrefixes(name)
		if got != (endpoint.Prefixes{Question: want.question, Passage: want.passage}) || known != want.known {
			t.Errorf("%s has %+v, known %t", name, got, known)
		}
	}
}
