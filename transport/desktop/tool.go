package desktop

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"
)

// tool is a clipboard behind a pair of programs. Both are killed when their
// time is up.
type tool struct {
	copy, paste []string // program and arguments; the text is on standard input and output
	environ     []string
	// stays: the copying program leaves a process behind that answers for the
	// selection. It must outlive this one, so it gets a session of its own and
	// no pipe to hold on to.
	stays bool
	// encode and decode carry text through a tool that would damage it; nil
	// means as it is.
	encode func(text string) string
	decode func(output string) (string, error)
}

// copiedBy is the tool with another program to copy.
func (t tool) copiedBy(copy []string) tool {
	t.copy = copy
	return t
}

func (t tool) write(ctx context.Context, text string) error {
	if t.encode != nil {
		text = t.encode(text)
	}
	cmd := t.command(ctx, t.copy)
	cmd.Stdin = strings.NewReader(text)
	if t.stays {
		inOwnSession(cmd)
		return runWithoutPipe(cmd)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return toolError{err, said.String()}
	}
	return nil
}

// runWithoutPipe hears what a command says through a file: a pipe would be
// waited for until the process that it leaves behind ends. Without a file
// nothing is heard.
func runWithoutPipe(cmd *exec.Cmd) error {
	file, err := os.CreateTemp("", "clipboard")
	if err != nil {
		return cmd.Run()
	}
	defer func() {
		file.Close()
		os.Remove(file.Name())
	}()
	cmd.Stderr = file
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(file.Name())
		return toolError{err, string(said)}
	}
	return nil
}

func (t tool) read(ctx context.Context) (string, error) {
	output := &bounded{most: maxRead}
	cmd := t.command(ctx, t.paste)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = output, &said
	if err := cmd.Run(); err != nil {
		return "", toolError{err, said.String()}
	}
	if t.decode != nil {
		return t.decode(output.text.String())
	}
	return output.text.String(), nil
}

// maxRead is more text than any block has, in bytes. What gives more is broken.
const maxRead = 64 << 20

// bounded takes text up to a length and then fails, which ends who writes it.
type bounded struct {
	text strings.Builder
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.text.Len()+len(p) > b.most {
		return 0, errors.New("the clipboard gives too much")
	}
	return b.text.Write(p)
}

func (t tool) command(ctx context.Context, argv []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = t.environ
	// A killed tool's own children may still hold its pipes.
	cmd.WaitDelay = 100 * time.Millisecond
	return cmd
}
