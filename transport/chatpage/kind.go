package chatpage

import (
	"slices"
	"strings"
)

// kind is a chat page as software.
type kind struct {
	name string // as people write it
	// names are what a person may type for it and what its server is called, in
	// the form of [key]; that of name itself is understood.
	names []string
	// address is where it listens when nothing else is said. "" means that
	// there is no page, and name is that of a server.
	address string
	// port is that of the page where it is not its server's.
	port    string
	hosts   []string // of a page that somebody else hosts
	send    *link    // fills the box and sends; nil where it can't
	prefill *link    // fills the box only
	limit   int      // the longest address in bytes, with a margin
	most    int      // the longest text in characters; 0 means no limit but the address's
	// hazard is what may go wrong with a paste of hazardFrom UTF-16 units or more,
	// and what to do about it. That a paste becomes an attachment is none where
	// the model reads all of it.
	hazard     string
	hazardFrom int
}

// Lengths of addresses. Each leaves room for the headers that share a limit
// with it.
const (
	llamaCppLimit = 32_000 // of cpp-httplib's 32,768 as llama.cpp sets it; older builds answer 414 from 8,192 on
	httplibLimit  = 8_000  // of cpp-httplib's 8,192
	nodeLimit     = 12_000 // of Node.js's 16 KiB for all headers, cookies among them
	bigLimit      = 60_000 // of 65,536 in Firefox, in Python's http.server and in h11 below uvicorn
	webLimit      = 8_000  // what RFC 9110 asks of everybody, for what stands before hosted pages
)

// kinds are all pages that are known, and the servers that are known to have
// none.
var kinds = []kind{
	{name: "llama.cpp", names: []string{"llamaserver", "llamacpprouter"}, address: "http://127.0.0.1:8080", send: &link{key: "q"}, limit: llamaCppLimit},
	{name: "llamafile", address: "http://127.0.0.1:8080"},
	{name: "KoboldCpp", names: []string{"kobold", "koboldlite"}, address: "http://127.0.0.1:5001", send: &link{key: "query"}, limit: bigLimit},
	{name: "Lemonade", address: "http://127.0.0.1:13305", prefill: &link{key: "q"}, limit: httplibLimit},
	{name: "LocalAI", address: "http://127.0.0.1:8080"},
	{name: "text-generation-webui", names: []string{"oobabooga", "textgen"}, address: "http://127.0.0.1:7860", port: "7860"},
	{name: "exo", address: "http://127.0.0.1:52415"},

	{name: "Open WebUI", address: "http://127.0.0.1:3000", limit: bigLimit,
		send: &link{key: "q"}, prefill: &link{key: "q", more: "submit=false"}, hazardFrom: 1000,
		hazard: `if "Paste Large Text as File" is on, Open WebUI searches in the block again and the model sees parts of it only: turn it off under Settings > Interface`},
	{name: "LibreChat", address: "http://127.0.0.1:3080", limit: nodeLimit,
		send: &link{path: "/c/new", key: "prompt", more: "submit=true"}, prefill: &link{path: "/c/new", key: "prompt"}},
	{name: "LobeChat", names: []string{"lobehub"}, address: "http://127.0.0.1:3210", send: &link{path: "/chat", key: "message"}, limit: nodeLimit},
	{name: "chat-ui", names: []string{"hfchatui", "huggingchat"}, address: "http://127.0.0.1:3000", limit: nodeLimit, most: 10_000,
		send: &link{key: "q"}, prefill: &link{key: "prompt"}},
	{name: "NextChat", address: "http://127.0.0.1:3000", limit: bigLimit,
		send: &link{fragment: "/chat", key: "submit"}, prefill: &link{fragment: "/chat", key: "fill"}},
	{name: "big-AGI", address: "http://127.0.0.1:3000", prefill: &link{path: "/link/share_target", key: "text"}, limit: nodeLimit},
	{name: "AnythingLLM", address: "http://127.0.0.1:3001"},
	{name: "SillyTavern", address: "http://127.0.0.1:8000"},

	{name: "ChatGPT", address: "https://chatgpt.com", hosts: []string{"chatgpt.com", "chat.openai.com"}, send: &link{key: "q"}, limit: webLimit},
	{name: "Claude", address: "https://claude.ai/new", hosts: []string{"claude.ai"}, prefill: &link{path: "/new", key: "q"}, limit: webLimit},
	{name: "Perplexity", address: "https://www.perplexity.ai", hosts: []string{"www.perplexity.ai", "perplexity.ai"}, send: &link{path: "/search", key: "q"}, limit: webLimit},

	{name: "Ollama"}, {name: "LM Studio"}, {name: "vLLM"}, {name: "SGLang"}, {name: "TabbyAPI"}, {name: "TGI", names: []string{"textgenerationinference"}}, {name: "Docker Model Runner", names: []string{"docker"}},
	{name: "MLX-LM", names: []string{"mlx"}}, {name: "Foundry Local"}, {name: "Jan"}, {name: "GPT4All"},
}

// kindNamed finds a kind by a name, however that is written.
func kindNamed(name string) (kind, bool) {
	wanted := key(name)
	i := slices.IndexFunc(kinds, func(k kind) bool { return key(k.name) == wanted || slices.Contains(k.names, wanted) })
	if i < 0 {
		return kind{}, false
	}
	return kinds[i], true
}

// key is a name without what people write in more than one way: "Open WebUI",
// "open-webui" and "openwebui" are one.
func key(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// Names lists the pages that a person can name, as they would type them.
func Names() []string {
	var names []string
	for _, k := range kinds {
		if k.address != "" {
			names = append(names, strings.ReplaceAll(strings.ToLower(k.name), " ", "-"))
		}
	}
	slices.Sort(names)
	return names
}
