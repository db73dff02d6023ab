// Package tui is the door for a person who wants to look before they
// paste: a full screen on which passages are searched while the question is
// typed, read, and put into the block or taken out of it.
//
// [Run] shows it. The model is the state, Update what keys and answers do to
// it, View what it looks like; all three work without a terminal. What takes
// time (a search, the LLM's server, a copy) runs beside the keys: a search is
// cancelled by the next one.
//
// The package asks [rag.Query] and weighs by [pack.Pack]; it adds no rule of
// its own. Making the block, delivering it, opening the chat page and starting
// an editor are its caller's. It draws with what every terminal has, and asks
// for colours only where it is told to.
package tui
