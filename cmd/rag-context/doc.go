// Command rag-context answers a question from your own files with a block of
// cited passages, sized for the local LLM that is running, and puts it on the
// clipboard for pasting into a chat page.
//
// main hands the real world to run; a file for each command holds its flags,
// its help and its Run, which parses, calls the packages that do the work, and
// prints. What goes to standard output is the product (a block, JSON, a list)
// and nothing else; all that is said about it goes to standard error.
package main
