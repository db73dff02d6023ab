package filetree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"

	"rag-context/rag"
)

// Scan yields every file that is not left out on purpose. Hidden and ignored
// ones, those the collection's globs leave out, and links to what the folder
// itself holds are passed over silently; what can't be a document although
// somebody may expect it is an item with a reason to skip it.
//
// A folder that can't be entered for want of permission is one skipped item. Any
// other failure to read a folder ends the scan, for nobody knows what it holds.
func (t *Tree) Scan(ctx context.Context) iter.Seq2[rag.Item, error] {
	return func(yield func(rag.Item, error) bool) {
		root, err := t.openRoot()
		if err != nil {
			yield(rag.Item{}, t.failure("scan", err))
			return
		}
		defer root.Close()
		w := &walk{ctx: ctx, tree: t, root: root, yield: yield}
		if t.single != "" {
			w.single()
			return
		}
		var around *level
		if !t.options.NoIgnore {
			around, w.prefix = levelsAround(t.folder)
		}
		w.folder(".", around, false)
	}
}

// walk is one scan under way. Its methods report whether to go on.
type walk struct {
	ctx    context.Context
	tree   *Tree
	root   *os.Root
	prefix string // of every path for the ignore rules
	yield  func(rag.Item, error) bool
}

func (w *walk) single() bool {
	info, err := w.root.Lstat(w.tree.single)
	if err != nil {
		return w.fail(err)
	}
	return w.file(w.tree.single, fs.FileInfoToDirEntry(info))
}

// folder walks a folder; included says that a folder around it is asked for by
// the collection's globs.
func (w *walk) folder(name string, around *level, included bool) bool {
	entries, err := readFolder(w.root, name)
	if err != nil {
		return w.unreadable(name, err)
	}
	here := around
	if !w.tree.options.NoIgnore {
		here = around.within(w.root, name, len(w.prefix)+len(below(name, "")), entries)
	}
	for _, entry := range entries {
		if err := w.ctx.Err(); err != nil {
			w.yield(rag.Item{}, err)
			return false
		}
		if !w.entry(below(name, entry.Name()), entry, here, included) {
			return false
		}
	}
	return true
}

func (w *walk) entry(name string, entry fs.DirEntry, here *level, included bool) bool {
	if w.leftOut(name, entry, here) {
		return true
	}
	included = included || w.tree.globs.includes(name)
	switch {
	case !utf8.ValidString(entry.Name()):
		return w.skip(escapeInvalid(name), skipName)
	case entry.IsDir():
		return w.folder(name, here, included)
	case !included:
		return true
	case entry.Type()&fs.ModeSymlink != 0:
		reason := linkReason(w.tree.folder, filepath.Join(w.tree.folder, filepath.FromSlash(name)))
		return reason == "" || w.skip(name, reason)
	}
	return w.file(name, entry)
}

func (w *walk) leftOut(name string, entry fs.DirEntry, here *level) bool {
	base := entry.Name()
	return base == ".git" ||
		base[0] == '.' && !w.tree.options.Hidden ||
		here.ignores(w.prefix+name, entry.IsDir()) ||
		w.tree.globs.excludes(name)
}

func (w *walk) file(name string, entry fs.DirEntry) bool {
	info, err := entry.Info()
	if err != nil {
		return w.unreadable(name, err)
	}
	item := rag.Item{Path: name, Version: versionOf(info), Skip: w.tree.unfit(info)}
	if item.Skip == "" && hasBinaryName(name) {
		item.Skip = skipBinary
	}
	return w.yield(item, nil)
}

// unreadable goes on after what is missing or forbidden, below the root.
func (w *walk) unreadable(name string, err error) bool {
	switch {
	case name == ".":
		return w.fail(err)
	case errors.Is(err, fs.ErrNotExist): // removed meanwhile
		return true
	case errors.Is(err, fs.ErrPermission):
		return w.skip(name, skipPermission)
	case errors.Is(err, syscall.ENAMETOOLONG):
		return w.skip(name, "path is too long")
	case errors.Is(err, syscall.EINVAL): // what Linux shows of itself under /proc
		return w.skip(name, "can't be read")
	}
	return w.fail(fmt.Errorf("folder %q: %w", name, err))
}

func (w *walk) skip(name, reason string) bool {
	return w.yield(rag.Item{Path: name, Skip: reason}, nil)
}

func (w *walk) fail(err error) bool {
	w.yield(rag.Item{}, w.tree.failure("scan", err))
	return false
}

// linkReason says why a symbolic link is worth a mention, or "" for one whose
// target is seen at its own place.
func linkReason(folder, link string) string {
	target, err := filepath.EvalSymlinks(link)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return skipPermission
	case err != nil:
		return skipBroken
	}
	relative, err := filepath.Rel(folder, target)
	if err != nil || !filepath.IsLocal(relative) {
		return skipOutside
	}
	return ""
}

// readFolder lists a folder in no particular order.
func readFolder(root *os.Root, name string) ([]fs.DirEntry, error) {
	folder, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return folder.ReadDir(-1)
}

// below joins as [path.Join] does, but for clean names and without the cost.
func below(folder, name string) string {
	if folder == "." {
		return name
	}
	return folder + "/" + name
}

// escapeInvalid makes a name that can be shown and is unlike every other: the
// slash at its end is no other file's.
func escapeInvalid(name string) string {
	var out strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&out, `\x%02x`, name[0])
		} else {
			out.WriteRune(r)
		}
		name = name[size:]
	}
	return out.String() + "/"
}
