package desktop_test

import (
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"rag-context/transport/desktop"
)

// toolbox is a machine on which only some fakes are installed.
type toolbox struct {
	t     *testing.T
	bin   string // holds the fakes
	store string
	log   string
}

func newToolbox(t *testing.T, installed ...string) *toolbox {
	t.Helper()
	folder := t.TempDir()
	b := &toolbox{t: t, bin: filepath.Join(folder, "bin"), store: filepath.Join(folder, "store"), log: filepath.Join(folder, "log")}
	if err := os.Mkdir(b.bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range installed {
		install(t, filepath.Join(b.bin, name))
	}
	return b
}

// install makes path run the test binary.
func install(t *testing.T, path string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" && filepath.Ext(path) != ".exe" {
		path += ".exe"
	}
	if os.Link(self, path) == nil || os.Symlink(self, path) == nil {
		return
	}
	content, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o755); err != nil {
		t.Fatal(err)
	}
}

// world is that machine, with those variables and no terminal.
func (b *toolbox) world(goos string, environ ...string) desktop.World {
	return desktop.World{
		OS:       goos,
		Environ:  b.environ(environ...),
		LookPath: b.lookPath,
		OpenTerminal: func() (io.WriteCloser, error) {
			return nil, os.ErrNotExist
		},
		AskTerminal: mute,
	}
}

func (b *toolbox) environ(more ...string) []string {
	return append([]string{"FAKE_STORE=" + b.store, "FAKE_LOG=" + b.log, "PATH=" + b.bin, quickExit}, more...)
}

// quickExit spares a test binary built with -race its second of waiting at exit.
const quickExit = "GORACE=atexit_sleep_ms=0"

func (b *toolbox) lookPath(name string) (string, error) {
	if !strings.ContainsAny(name, `/\`) {
		name = filepath.Join(b.bin, name)
	}
	return exec.LookPath(name)
}

// remember puts text on the fakes' clipboard.
func (b *toolbox) remember(text string) {
	b.t.Helper()
	if err := os.WriteFile(b.store, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// calls returns the fakes' names and arguments so far, oldest first.
func (b *toolbox) calls() [][]string {
	b.t.Helper()
	log, err := os.ReadFile(b.log)
	if err != nil && !os.IsNotExist(err) {
		b.t.Fatal(err)
	}
	var calls [][]string
	for line := range strings.Lines(string(log)) {
		var call []string
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			b.t.Fatal(err)
		}
		calls = append(calls, call)
	}
	return calls
}

// gate holds the fakes that hang. They end when the test does.
type gate struct {
	t        *testing.T
	listener *net.TCPListener
}

func newGate(t *testing.T) *gate {
	t.Helper()
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return &gate{t: t, listener: listener}
}

func (g *gate) variable() string { return "FAKE_GATE=" + g.listener.Addr().String() }

// accept waits for a fake that hangs.
func (g *gate) accept() net.Conn {
	g.t.Helper()
	g.listener.SetDeadline(time.Now().Add(time.Minute))
	connection, err := g.listener.Accept()
	if err != nil {
		g.t.Fatalf("no fake came to hang: %v", err)
	}
	g.t.Cleanup(func() { connection.Close() })
	return connection
}

// checkAlive asks a fake that hangs for a sign of life.
func checkAlive(t *testing.T, connection net.Conn) {
	t.Helper()
	connection.SetDeadline(time.Now().Add(time.Minute))
	answer := make([]byte, 4)
	if _, err := connection.Write([]byte("ping")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(connection, answer); err != nil || string(answer) != "ping" {
		t.Errorf("the process is gone: answered %q, %v", answer, err)
	}
}
