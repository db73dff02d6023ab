package tui

import (
	"context"
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Run shows the screen until the person leaves it, and returns the choice of
// [Options.Pick]. It returns [context.Canceled] for Ctrl-C, and for a Pick that
// was left without a choice.
func Run(ctx context.Context, options Options) (Choice, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	profile := colorprofile.ASCII // keeps bold and the like
	if options.Colour {
		profile = colorprofile.ANSI
	}
	program := tea.NewProgram(newModel(ctx, options),
		tea.WithContext(ctx),
		tea.WithInput(options.Input),
		tea.WithOutput(options.Output),
		tea.WithColorProfile(profile), // else tmux would be started to find out
		tea.WithoutSignalHandler(),    // ctx ends with a signal
	)
	last, err := program.Run()
	if ctx.Err() != nil {
		return Choice{}, ctx.Err()
	}
	if err != nil {
		return Choice{}, fmt.Errorf("show screen: %w", err)
	}
	m, ok := last.(*model)
	if !ok {
		return Choice{}, errors.New("show screen: it ended without a state")
	}
	if m.left || options.Pick && m.picked == nil {
		return Choice{}, context.Canceled
	}
	if m.picked != nil {
		return *m.picked, nil
	}
	return Choice{}, nil
}
