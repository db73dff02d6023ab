package desktop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrNoEditor says that neither VISUAL nor EDITOR names one.
var ErrNoEditor = errors.New("no editor is set")

// editorForms are how editors are told the line, by the program's name. Others
// take +LINE before the file, as vi has it.
var editorForms = map[string]func(file, line string) []string{
	"code": gotoForm, "code-insiders": gotoForm, "codium": gotoForm, "vscodium": gotoForm, "cursor": gotoForm, "windsurf": gotoForm,
	"subl": colonForm, "zed": colonForm, "zeditor": colonForm, "hx": colonForm, "helix": colonForm, "lapce": colonForm,
	"idea": lineForm, "goland": lineForm, "pycharm": lineForm, "webstorm": lineForm, "clion": lineForm, "kate": lineForm,
	"mate":      lineForm,
	"notepad++": func(file, line string) []string { return []string{"-n" + line, file} },
	"notepad":   func(file, _ string) []string { return []string{file} },
}

func gotoForm(file, line string) []string  { return []string{"--goto", file + ":" + line} }
func colonForm(file, line string) []string { return []string{file + ":" + line} }
func lineForm(file, line string) []string  { return []string{"--line", line, file} }

// EditorCommand returns the program and arguments that open an absolute path at
// a line, from 1, in the person's editor: VISUAL, else EDITOR, which may have
// arguments of its own. It returns [ErrNoEditor] where neither is set.
func EditorCommand(getenv func(string) string, file string, line int) ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		command := words(getenv(name))
		if len(command) == 0 {
			continue
		}
		form, known := editorForms[editorName(command[0])]
		if !known {
			form = func(file, line string) []string { return []string{"+" + line, file} }
		}
		return append(command, form(file, strconv.Itoa(max(line, 1)))...), nil
	}
	return nil, ErrNoEditor
}

// words are a variable's program and arguments. One that is a program as it
// stands is that, whatever spaces its path has.
func words(command string) []string {
	if _, err := exec.LookPath(command); err == nil {
		return []string{command}
	}
	return strings.Fields(command)
}

func editorName(program string) string {
	name := strings.ToLower(filepath.Base(program))
	for _, ending := range []string{".exe", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// RunEditor runs such a command on the person's terminal until it ends.
func RunEditor(ctx context.Context, command []string, stdin io.Reader, stdout, stderr io.Writer) error {
	editor := exec.CommandContext(ctx, command[0], command[1:]...)
	editor.Stdin, editor.Stdout, editor.Stderr = stdin, stdout, stderr
	if err := editor.Run(); err != nil {
		return fmt.Errorf("run editor %s: %w", filepath.Base(command[0]), err)
	}
	return nil
}
