//go:build e2e

package desktop_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"rag-context/transport/desktop"
)

// The end-to-end tests need Xvfb, xclip, xsel, sway, wl-clipboard and tmux, and
// fail where one is missing.

// session is a real desktop: what a process needs to reach it, and how to run
// one there.
type session struct {
	t       *testing.T
	self    string // the test binary, where the session's user can run it
	environ []string
	prepare func(*exec.Cmd) // nil means nothing is to be done
	limit   time.Duration   // for each process; 0 means a minute
}

func (s session) run(stdin string, name string, arguments ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(s.t.Context(), cmp.Or(s.limit, time.Minute))
	defer cancel()
	cmd := exec.CommandContext(ctx, name, arguments...)
	cmd.Env = append(s.environ, quickExit)
	cmd.Dir = "/"
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if s.prepare != nil {
		s.prepare(cmd)
	}
	output, err := cmd.Output()
	if err != nil {
		s.t.Logf("%s: %s", name, stderr.Bytes())
	}
	return output, err
}

func (s session) with(environ ...string) session {
	s.environ = append(append([]string{}, s.environ...), environ...)
	return s
}

// copy runs a process that copies text, and waits for its end.
func (s session) copy(text string) outcome {
	s.t.Helper()
	output, err := s.with("DESKTOP_ROLE=copy").run(text, s.self)
	if err != nil {
		s.t.Fatal(err)
	}
	var o outcome
	if err := json.Unmarshal(output, &o); err != nil {
		s.t.Fatalf("copier printed %q: %v", output, err)
	}
	return o
}

// read runs a process that reads the clipboard.
func (s session) read() string {
	s.t.Helper()
	output, err := s.with("DESKTOP_ROLE=read").run("", s.self)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(output)
}

// texts are what a clipboard must give back unchanged.
func texts() map[string]string {
	return map[string]string{
		"unicode": unicodeText,
		"5 MB":    strings.Repeat("5 MB of passages, Grüße 世界\r\n\tline\n", 5<<20/38),
		"mail":    "From me@example.org Mon Jan  1\nSubject: no mail\n\ntext",
		"html":    "<html><body>no page</body></html>",
		"blank":   "\n",
	}
}

// checkCopies copies in one process after another, each of which is gone when
// its text is read, by a tool of the system and by the package.
func (s session) checkCopies(paste ...string) {
	s.t.Helper()
	for name, text := range texts() {
		if o := s.copy(text); o.Delivery != copied {
			s.t.Errorf("%s: copier: %+v", name, o)
			continue
		}
		pasted, err := s.run("", paste[0], paste[1:]...)
		if err != nil || string(pasted) != text {
			s.t.Errorf("%s: %s: %d bytes, %v; want the %d copied", name, paste[0], len(pasted), err, len(text))
		}
		if got := s.read(); got != text {
			s.t.Errorf("%s: read %d bytes, want the %d copied", name, len(got), len(text))
		}
	}
}

// mustFind returns a program's path, and fails the test where it is missing.
func mustFind(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// only makes a folder for PATH with just that program in it.
func only(t *testing.T, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range names {
		if err := os.Symlink(mustFind(t, name), filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	return "PATH=" + folder
}

// xvfb starts an X server on a free display and returns its DISPLAY.
func xvfb(t *testing.T) string {
	t.Helper()
	number, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	cmd := exec.Command(mustFind(t, "Xvfb"), "-displayfd", "3", "-nolisten", "tcp", "-screen", "0", "320x240x8")
	cmd.ExtraFiles = []*os.File{write}
	start(t, cmd)
	write.Close()
	number.SetReadDeadline(time.Now().Add(time.Minute))
	answer, err := bufio.NewReader(number).ReadString('\n') // once it takes connections
	if err != nil {
		t.Fatalf("Xvfb names no display: %v", err)
	}
	return "DISPLAY=:" + strings.TrimSpace(answer)
}

// start runs a server until the test ends.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM) // SIGINT may be ignored, as in a background job
		cmd.Wait()
	})
}

func executable(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return self
}

func TestXclip(t *testing.T) {
	s := session{t: t, self: executable(t), environ: []string{xvfb(t), only(t, "xclip")}}
	s.checkCopies(mustFind(t, "xclip"), "-out", "-selection", "clipboard")
}

func TestXsel(t *testing.T) {
	s := session{t: t, self: executable(t), environ: []string{xvfb(t), only(t, "xsel"), "HOME=" + t.TempDir()}}
	for name, text := range texts() {
		want := copied
		if len(text) > 4000 {
			want = desktop.Delivery{Method: "clipboard", Sent: true}
		}
		if o := s.copy(text); o.Delivery != want {
			t.Errorf("%s: copier: %+v, want %+v", name, o, want)
		}
		// Its daemon may not be ready yet, and lose the question.
		impatient := s
		impatient.limit = time.Second
		got := eventually(t, func() (string, bool) {
			pasted, err := impatient.run("", mustFind(t, "xclip"), "-out", "-selection", "clipboard")
			return string(pasted), err == nil && len(pasted) == len(text)
		})
		if got != text {
			t.Errorf("%s: pasted another text than was copied", name)
		}
	}
}

// What ends a script ends its process group. The text stays.
func TestX11OwnerSurvivesItsGroup(t *testing.T) {
	for _, tool := range []string{"xclip", "xsel"} {
		s := session{t: t, self: executable(t), environ: []string{xvfb(t), only(t, tool), "HOME=" + t.TempDir()}}
		s.checkOwnerSurvivesItsGroup()
	}
}

func TestX11WithoutServer(t *testing.T) {
	s := session{t: t, self: executable(t), environ: []string{"DISPLAY=:99999", only(t, "xclip")}}
	if o := s.copy("text"); !o.Failed || !strings.Contains(o.Error, "xclip: exit status 1: Error: Can't open display") {
		t.Errorf("copier: %+v", o)
	}
}

// A second copy while the first one's owner is alive replaces it.
func TestX11CopiesReplaceEachOther(t *testing.T) {
	s := session{t: t, self: executable(t), environ: []string{xvfb(t), only(t, "xsel"), "HOME=" + t.TempDir()}}
	for _, text := range []string{"first", "second", "first", "third"} {
		if o := s.copy(text); o.Delivery != copied {
			t.Fatalf("copier: %+v", o)
		}
		if diff := gocmp.Diff(text, s.read()); diff != "" {
			t.Errorf("clipboard (-want +got):\n%s", diff)
		}
	}
}

var viaTmux = desktop.Delivery{Method: "tmux", Sent: true}
