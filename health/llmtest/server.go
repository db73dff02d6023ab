package llmtest

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Server is a real server in a process of its own, killed at the end of the
// test at the latest.
type Server struct {
	URL     string
	t       testing.TB
	command *exec.Cmd
	output  output
	ended   chan struct{}
}

// StartLlama starts llama-server with these arguments, besides its address, and
// does not wait for it.
func StartLlama(t testing.TB, arguments ...string) *Server {
	t.Helper()
	port := freePort(t)
	return start(t, port, nil, "llama-server",
		append([]string{"--host", "127.0.0.1", "--port", port, "--offline", "--threads", "1"}, arguments...)...)
}

// StartOllama starts ollama without any model, and returns when it listens.
func StartOllama(t testing.TB) *Server {
	t.Helper()
	port := freePort(t)
	s := start(t, port, []string{"OLLAMA_HOST=127.0.0.1:" + port, "OLLAMA_MODELS=" + t.TempDir(), "OLLAMA_NO_CLOUD=1", "HOME=" + t.TempDir()}, "ollama", "serve")
	s.Until(func() bool { return Get(s.URL+"/api/version") == http.StatusOK })
	return s
}

func start(t testing.TB, port string, environment []string, name string, arguments ...string) *Server {
	t.Helper()
	s := &Server{URL: "http://127.0.0.1:" + port, t: t, command: exec.Command(name, arguments...), ended: make(chan struct{})}
	s.command.Env = append(s.command.Environ(), environment...)
	s.command.Stdout, s.command.Stderr = &s.output, &s.output
	ownGroup(s.command)
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.command.Wait()
		close(s.ended)
	}()
	t.Cleanup(s.Kill)
	return s
}

// Kill ends the server and all that it started at once, and returns when it is
// gone.
func (s *Server) Kill() {
	killGroup(s.command)
	<-s.ended
}

// Until looks again and again until the condition holds, and fails the test if
// it does not within a minute or the server ends.
func (s *Server) Until(holds func() bool) {
	s.t.Helper()
	deadline := time.After(time.Minute)
	for !holds() {
		select {
		case <-s.ended:
			s.t.Fatalf("the server has ended:\n%s", s.output.String())
		case <-deadline:
			s.t.Fatalf("the server never got there:\n%s", s.output.String())
		case <-time.After(time.Millisecond):
		}
	}
}

// Get returns the status of an answer, 0 for none.
func Get(url string) int {
	response, err := http.Get(url)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	return response.StatusCode
}

// Vocabularies is the folder of real tokenizers, which .ci/run puts beside that
// of llama-server.
func Vocabularies(t testing.TB) string {
	t.Helper()
	program, err := exec.LookPath("llama-server")
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(filepath.Dir(filepath.Dir(program)), "vocabularies")
}

func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return fmt.Sprint(listener.Addr().(*net.TCPAddr).Port)
}

// output keeps what a process writes, from several goroutines.
type output struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buffer.Write(p)
}

// String returns all of it.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buffer.String()
}
