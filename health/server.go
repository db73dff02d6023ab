package health

import "strings"

// owners are what servers say owns their models.
var owners = map[string]string{
	"llamacpp":           "llama.cpp",
	"vllm":               "vLLM",
	"sglang":             "SGLang",
	"koboldcpp":          "KoboldCpp",
	"tabbyapi":           "TabbyAPI",
	"docker":             "Docker Model Runner",
	"exo":                "exo",
	"llamafile":          "llamafile",
	"library":            "Ollama",
	"organization_owner": "LM Studio",
}

// guessServer guesses the software: by the Server header where it is telling,
// by LM Studio's answer to unknown paths, by who owns the models.
func guessServer(health, models answer) string {
	if strings.HasPrefix(models.server, "llama.cpp") || strings.HasPrefix(health.server, "llama.cpp") {
		return "llama.cpp"
	}
	if strings.HasPrefix(health.body.text("error"), "Unexpected endpoint") {
		return "LM Studio"
	}
	list, _ := models.body.list("data")
	for _, model := range list {
		if name := owners[strings.ToLower(model.text("owned_by"))]; name != "" {
			return name
		}
	}
	return ""
}
