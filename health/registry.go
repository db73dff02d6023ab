package health

import "context"

// Kind is a server's software, as it is typed and as programs see it.
type Kind string

// Kinds.
const (
	LlamaCpp  Kind = "llama.cpp"
	Ollama    Kind = "ollama"
	LMStudio  Kind = "lmstudio"
	VLLM      Kind = "vllm"
	SGLang    Kind = "sglang"
	LocalAI   Kind = "localai"
	KoboldCpp Kind = "koboldcpp"
	TextGen   Kind = "textgen" // text-generation-webui
	TabbyAPI  Kind = "tabbyapi"
	TGI       Kind = "tgi" // Hugging Face text-generation-inference
	Docker    Kind = "docker"
	Lemonade  Kind = "lemonade"
	MLX       Kind = "mlx"
	Llamafile Kind = "llamafile"
	Jan       Kind = "jan"
	GPT4All   Kind = "gpt4all"
	Exo       Kind = "exo"
	OpenAI    Kind = "openai" // unknown, but speaks like OpenAI's
)

// server is what is known of one kind of server. Tables of these are never
// written to.
type server struct {
	kind  Kind
	name  string // for people
	ports []int  // where it listens unless told otherwise
	start string // the command that starts it at its first port; "" where that is not what people do
	// signs tell from the answer to a path of fingerprints whether it is this
	// kind. Of several that would say so the first in the registry wins.
	signs map[string]func(answer) bool
	// inspect fills in state, models, window and abilities of a server of this
	// kind. It may read anything but must not make the server do anything.
	inspect func(context.Context, *session, *Report)
	// counting is how it counts the tokens of a text; nil where it can't.
	counting *counting
	// chatting is how it counts those of the prompt that a chat makes of one
	// message; nil where it can't.
	chatting *counting
}

// Paths by which servers are told apart.
const (
	pathKobold   = "/api/extra/version"
	pathService  = "/.well-known/serviceinfo"
	pathRoot     = "/"
	pathLocalAI  = "/.well-known/localai.json"
	pathLemonade = "/api/v1/health"
	pathModels   = "/v1/models"
	pathTGI      = "/info"
	pathTextGen  = "/v1/internal/model/info"
)

// fingerprints are the paths in the order in which they are asked; the first
// answer that tells ends it. The order matters: KoboldCpp, Docker Model Runner,
// Lemonade and exo imitate Ollama, KoboldCpp and TabbyAPI also llama.cpp, and LM
// Studio answers anything with status 200.
var fingerprints = []string{pathKobold, pathService, pathRoot, pathLocalAI, pathLemonade, pathModels, pathTGI, pathTextGen}

// servers is the registry, the likeliest first: where several servers run, the
// first that is ready is taken.
var servers = []server{
	llamaCpp, ollama, lmStudio, koboldCpp, vllm, sglang, localAI, lemonade, docker,
	tabbyAPI, textGen, tgi, llamafile, jan, exo, gpt4All, mlx,
}

// Kinds returns every kind that can be looked for, the likeliest first.
func Kinds() []Kind {
	kinds := make([]Kind, len(servers))
	for i, s := range servers {
		kinds[i] = s.kind
	}
	return kinds
}

func serverOf(kind Kind) *server {
	for i := range servers {
		if servers[i].kind == kind {
			return &servers[i]
		}
	}
	return &openAI
}
