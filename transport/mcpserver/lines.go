package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lineReader passes on the lines that are messages and answers the others
// itself: the SDK's transport ends at the first that is none.
type lineReader struct {
	in      io.ReadCloser
	lines   *bufio.Reader
	out     io.Writer
	pending []byte // of a line that is being passed on
}

func newLineReader(in io.ReadCloser, out io.Writer) *lineReader {
	return &lineReader{in: in, lines: bufio.NewReader(in), out: out}
}

// Read implements io.Reader.
func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.pending) == 0 {
		line, err := r.next()
		if len(line) == 0 && err != nil {
			return 0, err
		}
		switch fault := faultOf(line); {
		case len(line) == 0:
		case fault != "":
			if _, err := io.WriteString(r.out, fault+"\n"); err != nil {
				return 0, err
			}
		default:
			r.pending = append(line, '\n')
		}
	}
	n := copy(p, r.pending)
	r.pending = r.pending[n:]
	return n, nil
}

// Close implements io.Closer.
func (r *lineReader) Close() error { return r.in.Close() }

// next reads a line without the spaces around it. Of one that is longer than the
// SDK takes it keeps so much that it is no message.
func (r *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := r.lines.ReadSlice('\n')
		if len(line) <= mcp.DefaultMaxLineLength {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), err
		}
	}
}

// What is answered to a line that is no message; whose it was can't be known.
const (
	noJSON    = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error: the line is not JSON"}}`
	tooLong   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error: the line is too long"}}`
	noMessage = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"invalid request: the line is not a JSON-RPC message"}}`
)

// faultOf returns the answer to a line that is no message; "" for a message. What
// is in a batch is left to the SDK.
func faultOf(line []byte) string {
	switch {
	case len(line) >= mcp.DefaultMaxLineLength:
		return tooLong
	case !json.Valid(line):
		return noJSON
	case line[0] == '[':
		return ""
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return noMessage
	}
	return ""
}

// oneWriter lets several write whole messages to one stream.
type oneWriter struct {
	mu sync.Mutex
	io.WriteCloser
}

// Write implements io.Writer.
func (w *oneWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}
