package filetree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rag-context/rag"
)

// Reasons of a [rag.SkipError] and of [rag.Item.Skip].
const (
	skipPermission = "permission denied"
	skipIrregular  = "not a regular file"
	skipOutside    = "symlink out of the folder"
	skipBroken     = "broken symlink"
	skipBinary     = "binary"
	skipName       = "name is not valid UTF-8"
)

// Stat returns the version of a regular file. A path that leaves the folder, by
// its spelling or through a symbolic link, is [rag.ErrGone], and so is one that
// is a link. Ignore rules are not asked: what a scan listed stays until the
// next scan.
func (t *Tree) Stat(ctx context.Context, path string) (rag.Version, error) {
	if err := ctx.Err(); err != nil {
		return rag.Version{}, err
	}
	root, err := t.openRoot()
	if err != nil {
		return rag.Version{}, t.failure("open", err)
	}
	defer root.Close()
	info, err := t.lstat(root, path)
	if err != nil {
		return rag.Version{}, err
	}
	if !info.Mode().IsRegular() {
		return rag.Version{}, goneFile(path)
	}
	return versionOf(info), nil
}

// Read returns a file's bytes. The version is that of the opened file before
// it was read, so a file that is written meanwhile counts as changed at the
// next scan.
func (t *Tree) Read(ctx context.Context, path string) (rag.Content, error) {
	if err := ctx.Err(); err != nil {
		return rag.Content{}, err
	}
	root, err := t.openRoot()
	if err != nil {
		return rag.Content{}, t.failure("open", err)
	}
	defer root.Close()
	file, err := t.openFile(root, path)
	if err != nil {
		return rag.Content{}, err
	}
	defer file.Close()
	return t.readFile(file, path)
}

// openFile never waits: what is a pipe or a device isn't opened, and what turned
// into one since is opened without blocking.
func (t *Tree) openFile(root *os.Root, path string) (*os.File, error) {
	info, err := t.lstat(root, path)
	if err != nil {
		return nil, err
	}
	switch mode := info.Mode(); {
	case mode.IsDir(), mode&fs.ModeSymlink != 0:
		return nil, goneFile(path)
	case !mode.IsRegular():
		return nil, &rag.SkipError{Reason: skipIrregular}
	}
	file, err := root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, fileError("open", path, err)
	}
	return file, nil
}

func (t *Tree) readFile(file *os.File, path string) (rag.Content, error) {
	info, err := file.Stat()
	if err != nil {
		return rag.Content{}, fileError("stat", path, err)
	}
	if reason := t.unfit(info); reason != "" {
		return rag.Content{}, &rag.SkipError{Reason: reason}
	}
	var data bytes.Buffer
	data.Grow(int(info.Size()) + bytes.MinRead)
	if _, err := data.ReadFrom(io.LimitReader(file, t.options.MaxFileSize+1)); err != nil {
		return rag.Content{}, fileError("read", path, err)
	}
	if int64(data.Len()) > t.options.MaxFileSize { // it grew
		return rag.Content{}, &rag.SkipError{Reason: t.tooLarge()}
	}
	return rag.Content{Path: path, Version: versionOf(info), Data: data.Bytes()}, nil
}

func (t *Tree) lstat(root *os.Root, path string) (fs.FileInfo, error) {
	if t.single != "" && path != t.single || !fs.ValidPath(path) || strings.ContainsRune(path, 0) {
		return nil, goneFile(path)
	}
	info, err := root.Lstat(filepath.FromSlash(path))
	if err != nil {
		return nil, fileError("stat", path, err)
	}
	return info, nil
}

// unfit says why a file is not to be read, or "".
func (t *Tree) unfit(info fs.FileInfo) string {
	switch {
	case !info.Mode().IsRegular():
		return skipIrregular
	case info.Size() > t.options.MaxFileSize:
		return t.tooLarge()
	}
	return ""
}

func (t *Tree) tooLarge() string { return "larger than " + sizeText(t.options.MaxFileSize) }

func versionOf(info fs.FileInfo) rag.Version {
	return rag.Version{Size: info.Size(), Modified: info.ModTime()}
}

func goneFile(path string) error { return fmt.Errorf("file %q: %w", path, rag.ErrGone) }

func fileError(operation, path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return &rag.SkipError{Reason: skipPermission}
	case isGone(err):
		return goneFile(path)
	}
	return fmt.Errorf("%s file %q: %w", operation, path, err)
}
