package rag

// Leaver is a [Store] that can be taken away, or replaced by another, while it is
// open.
type Leaver interface {
	// Current reports whether opening the tenant's store again would open this
	// one. What is stored where it would not is nobody's any more.
	Current() bool
}

// Current reports whether the library is still what opening it again would open:
// who keeps one open for long has to ask before each use.
func (l *Library) Current() bool {
	store, canLeave := l.reader.(Leaver)
	return !canLeave || store.Current()
}
