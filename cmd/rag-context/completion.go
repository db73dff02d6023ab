package main

import kongcompletion "github.com/jotaen/kong-completion"

type completionCommand struct{ kongcompletion.Completion }

// Help implements kong's HelpProvider.
func (completionCommand) Help() string {
	return `Examples:
  rag-context completion bash
  rag-context completion -c zsh >> ~/.zshrc

Without --code it tells what to type; without a shell it takes the one you log in with.`
}
