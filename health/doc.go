// Package health finds out which local LLM server answers at a base URL and
// whether it is ready to chat: its state, its model, its window.
//
// It sends two GET requests, /health and /v1/models, which no known server
// answers by loading or waking a model. It trusts nothing that comes back:
// bodies are limited, names are cleaned, and one deadline holds for all.
//
// It does not look for servers, does not start them and does not talk to
// models. It knows no other package of this module.
package health
