//go:build e2e

package desktop_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody is the user that runs sway, which refuses to be run by root.
const nobody = 65534

// sway starts a compositor without a screen.
func sway(t *testing.T) session {
	t.Helper()
	folder := openFolder(t)
	runtimeDir := filepath.Join(folder, "run")
	if err := os.Mkdir(runtimeDir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := session{t: t, self: filepath.Join(folder, "copier"), environ: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + runtimeDir, "XDG_RUNTIME_DIR=" + runtimeDir,
	}}
	duplicate(t, executable(t), s.self)
	if os.Getuid() == 0 {
		if err := os.Chown(runtimeDir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		s.prepare = func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
	}
	// The configuration says when the compositor is ready, and under which name.
	ready, config := filepath.Join(runtimeDir, "ready"), filepath.Join(folder, "config")
	line := `exec "echo $WAYLAND_DISPLAY > ` + ready + `.part && mv ` + ready + `.part ` + ready + `"`
	if err := os.WriteFile(config, []byte("xwayland disable\n"+line+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(mustFind(t, "sway"), "-c", config)
	cmd.Env = append(s.environ, "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman")
	if s.prepare != nil {
		s.prepare(cmd)
	}
	start(t, cmd)
	display := strings.TrimSpace(eventually(t, func() (string, bool) {
		name, err := os.ReadFile(ready)
		return string(name), err == nil
	}))
	return s.with("WAYLAND_DISPLAY=" + display)
}

// openFolder is a temporary one that other users can look into.
func openFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "desktop")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

func duplicate(t *testing.T, from, to string) {
	t.Helper()
	source, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(target, source); err != nil {
		t.Fatal(err)
	}
	if err := target.Close(); err != nil {
		t.Fatal(err)
	}
}

// eventually asks again until there is an answer, for a minute at most.
func eventually(t *testing.T, ask func() (string, bool)) string {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	late := time.After(time.Minute)
	for {
		if answer, ok := ask(); ok {
			return answer
		}
		select {
		case <-tick.C:
		case <-late:
			t.Fatal("no answer in a minute")
		}
	}
}

func TestWayland(t *testing.T) {
	mustFind(t, "wl-copy")
	s := sway(t)
	s.checkCopies(mustFind(t, "wl-paste"), "--no-newline")
}

// A browser pastes text only, whatever the text looks like.
func TestWaylandOffersText(t *testing.T) {
	s := sway(t)
	for name, text := range texts() {
		if o := s.copy(text); o.Delivery != copied {
			t.Errorf("%s: copier: %+v", name, o)
			continue
		}
		types, err := s.run("", mustFind(t, "wl-paste"), "--list-types")
		if err != nil {
			t.Fatal(err)
		}
		if offer := strings.Fields(string(types)); offer[0] != "text/plain" || strings.Contains(string(types), "html") {
			t.Errorf("%s: offers %q", name, offer)
		}
	}
}

// Whether the tool is new enough to mark a text, or says that it is not, the
// text is copied.
func TestWaylandSensitive(t *testing.T) {
	s := sway(t)
	o := s.with("DESKTOP_SENSITIVE=1").copy(unicodeText)
	types, err := s.run("", mustFind(t, "wl-paste"), "--list-types")
	if err != nil || !o.Delivery.Verified {
		t.Fatalf("copier: %+v, types: %v", o, err)
	}
	hinted := strings.Contains(string(types), "x-kde-passwordManagerHint")
	if refused := strings.Contains(o.Delivery.Unmarked, "unrecognized option"); hinted == refused {
		t.Errorf("offers %q, copier: %+v", types, o)
	}
}

func TestWaylandWithoutCompositor(t *testing.T) {
	s := session{t: t, self: executable(t), environ: []string{
		"PATH=" + os.Getenv("PATH"), "WAYLAND_DISPLAY=wayland-gone", "XDG_RUNTIME_DIR=" + t.TempDir(),
	}}
	if o := s.copy("text"); !o.Failed || !strings.Contains(o.Error, "wl-copy: exit status 1: ") {
		t.Errorf("copier: %+v", o)
	}
}

func TestWaylandOwnerSurvivesItsGroup(t *testing.T) {
	s := sway(t)
	s.checkOwnerSurvivesItsGroup()
}

// checkOwnerSurvivesItsGroup sends a signal to the process group of a copier,
// as Ctrl-C in its terminal does: that does not take the text away.
func (s session) checkOwnerSurvivesItsGroup() {
	s.t.Helper()
	leader := exec.Command(mustFind(s.t, "sleep"), "60")
	leader.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	start(s.t, leader)
	group := leader.Process.Pid
	inGroup := s
	inGroup.prepare = func(cmd *exec.Cmd) {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
		if s.prepare != nil {
			s.prepare(cmd)
		}
		cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pgid = true, group
	}
	if o := inGroup.copy(unicodeText); o.Delivery.Method != "clipboard" {
		s.t.Fatalf("copier: %+v", o)
	}
	if err := syscall.Kill(-group, syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if got := s.read(); got != unicodeText {
		s.t.Errorf("read %q", got)
	}
}
