// Package health finds the local LLM server, and says what it is, whether it
// can be chatted with, which model it has loaded, how large that model's window
// is, and how to count tokens the way that model does.
//
// [Check] asks one address; [Find] looks at the places that [ParsePlaces]
// understands, by default the usual ports of this machine. Each kind of server
// has a file of its own and a row in the registry: how it shows, on which ports
// it listens, what to ask it. Kinds are told apart in the order of the paths in
// fingerprints, because several imitate others.
//
// Nothing here makes a server load, unload or wake a model, and only [Counter]
// sends it any text. Loopback addresses apart, only addresses that the caller
// names are ever connected to. The API key goes to a server that asks for one,
// in a header, never in a URL.
//
// The package chats with nothing, starts nothing and stores nothing.
package health
