package tokenfile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// File is a file of tokens. Path must be set. It is safe for concurrent use;
// copies would read the file more often than needed.
type File struct {
	// Path is the file's; it and its folder are made when first written.
	Path string
	// Now is the clock; nil means [time.Now].
	Now func() time.Time

	mutex sync.Mutex
	seen  fs.FileInfo // of the file when it was read
	known contents
}

// contents are what the file holds.
type contents struct {
	Tokens []Token `json:"tokens"`
}

// read returns the tokens; the file is read again only where it has changed.
func (f *File) read() (contents, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	info, err := os.Stat(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		f.seen, f.known = nil, contents{}
		return f.known, nil
	}
	if err != nil {
		return contents{}, fmt.Errorf("read tokens: %w", errors.Unwrap(err))
	}
	if f.seen != nil && os.SameFile(f.seen, info) && info.ModTime().Equal(f.seen.ModTime()) && info.Size() == f.seen.Size() {
		return f.known, nil
	}
	data, err := os.ReadFile(f.Path)
	if err != nil {
		return contents{}, fmt.Errorf("read tokens: %w", errors.Unwrap(err))
	}
	var known contents
	if err := json.Unmarshal(data, &known); err != nil {
		return contents{}, fmt.Errorf("read tokens: %s is damaged: %w", filepath.Base(f.Path), err)
	}
	f.seen, f.known = info, known
	return known, nil
}

// lockRetry is how often a waiting writer looks again.
const lockRetry = 20 * time.Millisecond

// change rewrites the file, alone and whole or not at all.
func (f *File) change(ctx context.Context, edit func(*contents) error) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return fmt.Errorf("write tokens: %w", errors.Unwrap(err))
	}
	lock := flock.New(f.Path+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockRetry); err != nil {
		return fmt.Errorf("write tokens: lock: %w", err)
	}
	defer lock.Close()
	now, err := f.read()
	if err != nil {
		return err
	}
	edited := contents{Tokens: append([]Token{}, now.Tokens...)}
	if err := edit(&edited); err != nil {
		return err
	}
	data, err := json.MarshalIndent(edited, "", "  ")
	if err != nil {
		return fmt.Errorf("write tokens: %w", err)
	}
	return replace(f.Path, data)
}

// replace writes a file that is the user's alone in place of another.
func replace(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".tokens-*") // 0600
	if err != nil {
		return fmt.Errorf("write tokens: %w", errors.Unwrap(err))
	}
	_, err = file.Write(append(data, '\n'))
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write tokens: %w", errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}
