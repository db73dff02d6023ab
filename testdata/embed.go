// Package testdata embeds the handbook: the papers of Lindgrove, an invented
// small company that sells a weather-station data service.
//
// The built-in demo and the retrieval tests read it from here, so that both
// work on a machine without any documents of its own. questions.tsv holds
// questions and the files that answer them; golang and python hold questions to
// the documents of Go and of Python, and relevance the ranks of the answers.
// All of it is original text under the licence of this project; persons,
// places, products and numbers are made up.
package testdata

import "embed"

// Handbook holds the files below the folder "handbook". One of them is in
// Latin-1, and support/ticket-2291.txt quotes a prompt injection on purpose.
//
//go:embed handbook
var Handbook embed.FS
