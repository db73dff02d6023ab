package endpoint

import "rag-context/rag"

// Fault is what went wrong with the server. It is a
// [rag.ErrEmbedderUnavailable]: whatever it is, there are no vectors now.
type Fault struct {
	Kind    Kind
	Host    string // host and port
	Problem string // goes on after "embedder at HOST"; quotes nothing that was sent
	Remedy  string // what to do, one line
}

// Error implements error.
func (f *Fault) Error() string {
	return rag.ErrEmbedderUnavailable.Error() + ": " + string(f.Kind) + " server at " + f.Host + " " + f.Problem
}

// Hint says what to do about it.
func (f *Fault) Hint() string { return f.Remedy }

// Unwrap makes errors.Is(err, rag.ErrEmbedderUnavailable) hold.
func (f *Fault) Unwrap() error { return rag.ErrEmbedderUnavailable }
