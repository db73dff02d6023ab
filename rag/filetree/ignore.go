package filetree

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Ignore files, the strongest first: what a stronger one says about a path, at
// any depth, wins over all weaker ones. Within one kind the deeper file wins,
// within one file the later line.
const (
	ownRules     = iota // .rag-context-ignore
	ignoreRules         // .ignore, as ripgrep reads it
	gitRules            // .gitignore
	excludeRules        // .git/info/exclude
	ruleKinds
)

// maxIgnoreFile is the size in bytes above which an ignore file is no such
// thing; git's own limit is 100 MB.
const maxIgnoreFile = 1 << 20

// level is the ignore files of one folder, chained to those of the folders
// around it. Folders without any share the level around them.
type level struct {
	outer *level
	// base is the length of the folder's own path with its slash: what a
	// path within it has to be cut by.
	base  int
	rules [ruleKinds][]rule
	// repository marks the top of a git repository, at which git's own rules
	// of outer folders end.
	repository bool
}

// ignores reports whether the files say to leave a path out. The path has the
// same start as the levels have: see [levelsAround].
func (l *level) ignores(name string, dir bool) bool {
	for kind := range ruleKinds {
		for at := l; at != nil; at = at.outer {
			if rule := at.last(kind, name[at.base:], dir); rule != nil {
				return !rule.keep
			}
			if at.repository && kind >= gitRules {
				break
			}
		}
	}
	return false
}

func (l *level) last(kind int, name string, dir bool) *rule {
	rules := l.rules[kind]
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(name, dir) {
			return &rules[i]
		}
	}
	return nil
}

// within returns the level of a folder: l itself where the folder has no ignore
// files. The folder is named by its path in root, base is the length of its
// path for [level.ignores].
func (l *level) within(root *os.Root, folder string, base int, entries []fs.DirEntry) *level {
	here := &level{outer: l, base: base}
	found := false
	for _, entry := range entries {
		kind, file := ignoreFile(entry)
		if file == "" {
			continue
		}
		found = true
		here.repository = here.repository || kind == excludeRules
		here.rules[kind] = parseRules(readSmall(root, path.Join(folder, file)))
	}
	if !found {
		return l
	}
	return here
}

// ignoreFile returns the ignore file that an entry is or, for a repository's
// folder, holds. A .git that is a file marks a repository too; the rules it may
// lead to are not ours to follow.
func ignoreFile(entry fs.DirEntry) (kind int, file string) {
	switch name := entry.Name(); name {
	case ".rag-context-ignore":
		return ownRules, name
	case ".ignore":
		return ignoreRules, name
	case ".gitignore":
		return gitRules, name
	case ".git":
		return excludeRules, ".git/info/exclude"
	}
	return 0, ""
}

// readSmall returns a regular file's text, or "" for anything else: an ignore
// file that can't be read ignores nothing.
func readSmall(root *os.Root, name string) string {
	name = filepath.FromSlash(name)
	if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return ""
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxIgnoreFile))
	if err != nil {
		return ""
	}
	return string(data)
}

// levelsAround returns the ignore files of the folders around folder, up to the
// top of the git repository it lies in, and the path of folder below that top,
// with a final slash. A folder in no repository, or at its top, has neither.
func levelsAround(folder string) (around *level, prefix string) {
	names, top := pathBelowRepository(folder)
	if len(names) == 0 {
		return nil, ""
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, ""
	}
	defer root.Close()
	for i, name := range names {
		parent := path.Join(append([]string{"."}, names[:i]...)...)
		entries, err := readFolder(root, parent)
		if err == nil {
			around = around.within(root, parent, len(prefix), entries)
		}
		prefix += name + "/"
	}
	return around, prefix
}

// pathBelowRepository returns the nearest folder at or above folder that holds
// a .git, and the names that lead from there to folder; none where there is no
// such folder.
func pathBelowRepository(folder string) (names []string, top string) {
	for at := folder; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return names, at
		}
		parent := filepath.Dir(at)
		if parent == at {
			return nil, ""
		}
		names = append([]string{filepath.Base(at)}, names...)
		at = parent
	}
}
