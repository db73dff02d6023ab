package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// temporaryMode are the rights of a file that [os.CreateTemp] has made.
const temporaryMode fs.FileMode = 0o600

// writePrivately makes path a file of that content which nobody else can read.
// Whoever looks sees the old file or the whole new one. It refuses a path at
// which there is something else than a file.
func writePrivately(path string, content []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link stays one
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case info.IsDir():
		return hinted{fmt.Errorf("%s is a folder", path), "name a file in it"}
	case !info.Mode().IsRegular():
		return hinted{fmt.Errorf("%s is no ordinary file", path), "name another file; --print writes to standard output"}
	}
	folder := filepath.Dir(path)
	temporary, err := os.CreateTemp(folder, ".rag-context-*") // for its owner only
	switch failed, is := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, fs.ErrNotExist):
		return hinted{fmt.Errorf("there is no folder %s", folder), "make it first, or name a file in another one"}
	case is: // without the file's name, which nobody has typed
		return hinted{fmt.Errorf("%s: %w", folder, failed.Err), "name a file in a folder that you may write to"}
	case err != nil:
		return err
	}
	return putInPlace(temporary, path, content, temporaryMode)
}

// replaceFile writes a file in place of another, with its rights.
func replaceFile(path, text string) error {
	mode := temporaryMode // it may come to hold a token
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".rag-context-*")
	if err != nil {
		return err
	}
	return putInPlace(temporary, path, []byte(text), mode)
}

// putInPlace writes a temporary file and gives it the path, and the mode unless
// that is what temporary files have: not every file system lets us. Where that
// fails, nothing is left of it.
func putInPlace(temporary *os.File, path string, content []byte, mode fs.FileMode) error {
	_, err := temporary.Write(content)
	if err == nil && mode != temporaryMode {
		err = temporary.Chmod(mode)
	}
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
	}
	return err
}
