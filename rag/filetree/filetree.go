package filetree

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"rag-context/rag"
)

// Kind is the kind of a collection whose source is a folder or a file.
const Kind = "filetree"

// Options changes what a scan takes in. The zero value works.
type Options struct {
	// MaxFileSize is the size, in bytes, above which a file is skipped;
	// 0 means 10 MiB.
	MaxFileSize int64
	// Hidden takes files and folders in whose names start with a dot. The
	// folder ".git" is never entered.
	Hidden bool
	// NoIgnore takes files in that an ignore file leaves out.
	NoIgnore bool
}

const defaultMaxFileSize = 10 << 20

// Tree is the source of one folder. It holds no open files: a folder that is
// moved away and back is found again.
type Tree struct {
	name     string // of the collection, for errors
	location string // as the user named it, absolute
	folder   string // that is walked, absolute, without symbolic links
	single   string // name of the only file within folder; "" means all
	globs    globs
	options  Options
}

var _ rag.Source = (*Tree)(nil)

// Open returns the source of a collection's folder, or of its one file. A
// location that is missing is [rag.ErrGone]; a glob that can't be read is a
// [*rag.RequestError].
func Open(collection rag.Collection, options Options) (*Tree, error) {
	options.MaxFileSize = cmp.Or(options.MaxFileSize, defaultMaxFileSize)
	globs, err := newGlobs(collection.Include, collection.Exclude)
	if err != nil {
		return nil, err
	}
	tree := &Tree{name: collection.Name, globs: globs, options: options}
	if err := tree.locate(collection.Location); err != nil {
		return nil, tree.failure("open", err)
	}
	return tree, nil
}

// locate resolves symbolic links of the location itself: the user named it, so
// it may lie anywhere.
func (t *Tree) locate(location string) (err error) {
	if t.location, err = filepath.Abs(location); err != nil {
		return err
	}
	if t.folder, err = filepath.EvalSymlinks(t.location); err != nil {
		return err
	}
	info, err := os.Stat(t.folder)
	if err != nil {
		return err
	}
	if !info.IsDir() && !info.Mode().IsRegular() { // something else has taken its place
		return &fs.PathError{Op: "open", Path: t.folder, Err: fs.ErrNotExist}
	}
	if !info.IsDir() {
		t.folder, t.single = filepath.Split(t.folder)
	}
	return nil
}

// Absolute returns where an item lies on this machine, or "" for a path that
// leaves the folder. It is for the local user only.
func (t *Tree) Absolute(path string) string {
	local := filepath.FromSlash(path)
	switch {
	case t.single != "" && path == t.single:
		return t.location
	case t.single != "" || !filepath.IsLocal(local):
		return ""
	}
	return filepath.Join(t.location, local)
}

func (t *Tree) openRoot() (*os.Root, error) { return os.OpenRoot(t.folder) }

// failure wraps an error of the file system without the absolute path that it
// holds: messages may leave the machine, locations may not.
func (t *Tree) failure(operation string, err error) error {
	cause := err
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		cause = path.Err
	}
	if isGone(err) {
		cause = fmt.Errorf("%w: %w", rag.ErrGone, cause)
	}
	return fmt.Errorf("%s collection %q: %w", operation, t.name, cause)
}

// isGone reports whether an error means that there is nothing at a path that
// this source may open. What an [os.Root] refuses as leading out of it is no
// errno at all, and is gone too.
func isGone(err error) bool {
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	errno, ok := errors.AsType[syscall.Errno](err)
	if !ok {
		return true
	}
	return errno == syscall.ENOTDIR || errno == syscall.ELOOP || errno == syscall.ENAMETOOLONG
}

func sizeText(size int64) string {
	switch {
	case size%(1<<20) == 0:
		return strconv.FormatInt(size>>20, 10) + " MiB"
	case size%(1<<10) == 0:
		return strconv.FormatInt(size>>10, 10) + " KiB"
	}
	return strconv.FormatInt(size, 10) + " bytes"
}
