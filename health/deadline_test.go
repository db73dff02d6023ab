package health_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"rag-context/health"
)

func TestNeverAnswering(t *testing.T) {
	base := serveFunc(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	got := health.Check(t.Context(), base, health.Options{Timeout: 50 * time.Millisecond})
	if got.State != health.Slow || got.Message != "no answer within 50ms" {
		t.Errorf("%+v", got)
	}
}

func TestStalledBody(t *testing.T) {
	base := serveFunc(t, func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"data":[`)
		http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	if got := health.Check(t.Context(), base, health.Options{Timeout: 50 * time.Millisecond}); got.State != health.Slow {
		t.Errorf("%+v", got)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	base := serveFunc(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	if got := health.Check(ctx, base, health.Options{}); got.State != health.Slow || got.Message != "the check was cancelled" {
		t.Errorf("%+v", got)
	}
}

// In a bubble time is not real, and the test fails if a goroutine is left: the
// check keeps its time to the nanosecond and lets go of everything.
func TestDeadlineAndLeaks(t *testing.T) {
	servers := map[string]func(net.Conn){
		"silent":           func(net.Conn) {},
		"dripping body":    func(c net.Conn) { drip(c, "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n") },
		"dripping headers": func(c net.Conn) { drip(c, "HTTP/1.1 200 OK\r\nX-Slow: ") },
	}
	for name, server := range servers {
		for _, address := range []string{"http://llm.test", "http://llm.test/api/v1"} {
			t.Run(name+" at "+address, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					started := time.Now()
					got := health.Check(t.Context(), address, health.Options{Client: piped(server)})
					if elapsed := time.Since(started); got.State != health.Slow || elapsed != health.DefaultTimeout || got.LatencyMS != 2000 {
						t.Errorf("after %v: %+v", elapsed, got)
					}
				})
			})
		}
	}
}

// drip writes the beginning and then one byte every tenth of a second, until the
// client hangs up.
func drip(c net.Conn, beginning string) {
	io.WriteString(c, beginning)
	for {
		c.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
		if _, err := c.Read(make([]byte, 1)); errors.Is(err, io.EOF) {
			return
		}
		io.WriteString(c, "x")
	}
}

// piped returns a client of a server in memory that reads the request and then
// does as told, until the client hangs up.
func piped(server func(net.Conn)) *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			client, far := net.Pipe()
			go func() {
				defer far.Close()
				http.ReadRequest(bufio.NewReader(far))
				server(far)
				io.Copy(io.Discard, far)
			}()
			return client, nil
		},
	}}
}
