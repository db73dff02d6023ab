package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// NewModel is the screen without a terminal.
func NewModel(ctx context.Context, options Options) tea.Model { return newModel(ctx, options) }

// Picked is the choice that ended the screen; nil where none did.
func Picked(m tea.Model) *Choice { return m.(*model).picked }

// Type edits a line with keys, and returns it with "|" where the cursor is.
func Type(text string, keys ...string) string {
	l := newLine(text)
	for _, key := range keys {
		l.edit(key)
	}
	return string(l.runes[:l.at]) + "|" + string(l.runes[l.at:])
}
