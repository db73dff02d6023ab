// Package chatpage knows the chat pages that people run for their models: at
// which address each is found, what it takes by its address and how much, and
// what it does with a long paste.
//
// [Choose] finds the page for an LLM server or for what a person has named.
// [Page.Send] and [Page.Prefill] make addresses that fill the page's box;
// [Attachments] writes what llama.cpp's page pastes as attachments.
//
// It is a table and what follows from it: it opens nothing and asks nobody. It
// knows servers by the names that they are usually called by and no other
// package of this module. What it says of a page was true of that page's source
// or documentation in the autumn of 2026.
package chatpage
