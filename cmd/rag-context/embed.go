package main

import (
	"fmt"
	"text/tabwriter"

	"rag-context/rag/embedders/endpoint"
)

type embedCommand struct {
	Auto embedAutoCommand `cmd:"" help:"Look for an embedding model on this machine."`
}

type embedAutoCommand struct {
	Save bool `help:"Use the first one from now on: write it into the settings, after trying it."`
	JSON bool `help:"Print what was found as JSON."`
}

// Help implements kong's HelpProvider.
func (embedAutoCommand) Help() string {
	return `Examples:
  rag-context embed auto
  rag-context embed auto --save

It asks the usual ports of this machine (Ollama, llama.cpp, LM Studio, vLLM and
others) for their lists of models. Nothing is sent to them before you choose one:
then rag-context learn sends your passages there, and each question goes there.
An API key is the setting embedder-key, or RAG_CONTEXT_EMBEDDER_KEY.`
}

// offered is a model that was found, with the setting that chooses it.
type offered struct {
	endpoint.Found
	Embedder string `json:"embedder"`
}

// Run implements the command.
func (c embedAutoCommand) Run(a *app) error {
	var offers []offered
	for _, found := range endpoint.Find(a.ctx, endpoint.FindOptions{Client: a.env.modelClient}) {
		offers = append(offers, offered{found, embedderSetting(found)})
	}
	saved := ""
	if c.Save && len(offers) > 0 {
		saved = offers[0].Embedder
		if err := a.saveEmbedder(saved); err != nil {
			return err
		}
	}
	if c.JSON {
		if err := a.printJSON(map[string]any{"found": append([]offered{}, offers...), "saved": saved}); err != nil {
			return err
		}
	}
	switch {
	case len(offers) == 0:
		return hinted{errNoModel, "start a server that has an embedding model, e.g. ollama pull nomic-embed-text; one elsewhere: embedder = \"openai:MODEL@URL\" in the settings"}
	case saved != "":
		a.say("set embedder = %q in %s", saved, a.settings.path)
		a.say("rag-context: hint: rag-context%s learn gives your passages their vectors", a.tenantFlag())
	case !c.JSON:
		a.say("rag-context: hint: rag-context embed auto --save uses the first")
	}
	if c.JSON || saved != "" {
		return nil
	}
	return printOffers(a, offers)
}

func printOffers(a *app, offers []offered) error {
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	for _, offer := range offers {
		fmt.Fprintf(table, "%s\tat %s\tembedder = %q\n", visible(offer.Model), offer.URL, visible(offer.Embedder))
	}
	return table.Flush()
}

// embedderSetting is how a model that was found is written in the settings.
func embedderSetting(found endpoint.Found) string {
	setting := string(found.Kind) + ":" + found.Model
	if found.URL != usualURLs[found.Kind] {
		setting += "@" + found.URL
	}
	return setting
}

// saveEmbedder writes the setting, if the model works.
func (a *app) saveEmbedder(setting string) error {
	flags := modelFlags{Embedder: setting, EmbedderKey: a.line.EmbedderKey}
	models, err := flags.open(a.env.modelClient)
	if err != nil {
		return err
	}
	if _, err := a.tryEmbedder(models.best()); err != nil {
		return err
	}
	return a.settings.set("embedder", setting)
}
