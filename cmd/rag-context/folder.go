package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rag-context/rag"
	"rag-context/rag/filetree"
	"rag-context/rag/sqlitestore"
)

// cacheLifetime is how long the index of folders that were asked ad hoc is kept
// after its last use.
const cacheLifetime = 30 * 24 * time.Hour

// folderCache is the index of folders that were never added: a cache of its own
// for each set of folders, so that no folder's words weigh in another's scores.
type folderCache struct {
	engine    sqlitestore.Engine
	scope     rag.Scope // may write
	locations []string
}

func (a *app) folderCache(paths []string) (folderCache, error) {
	scope, err := a.scope()
	if err != nil {
		return folderCache{}, err
	}
	if err := a.checkTenantKnown(scope.Tenant()); err != nil {
		return folderCache{}, err
	}
	locations, err := locate(paths)
	if err != nil {
		return folderCache{}, err
	}
	folder := filepath.Join(a.env.folders.cache, "in", cacheKey(locations))
	a.dropOldCaches(folder)
	return folderCache{sqlitestore.Engine{Folder: folder}, scope, locations}, nil
}

// orAnew does work with the cache, and again with a new one where it turns out
// to be damaged or of another version.
func (c folderCache) orAnew(work func() error) error {
	err := work()
	if errors.Is(err, rag.ErrCorrupt) || errors.Is(err, rag.ErrNewerIndex) {
		if err := os.RemoveAll(c.engine.Folder); err != nil {
			return err
		}
		return work()
	}
	return err
}

// withFolders runs use on a library of folders that were never added.
func (a *app) withFolders(paths []string, sync bool, use func(*rag.Library) error) error {
	cache, err := a.folderCache(paths)
	if err != nil {
		return err
	}
	return cache.orAnew(func() error {
		return a.withLibraryOf(cache.engine, cache.scope, true, func(library *rag.Library) error {
			if err := a.fill(library, cache.locations, sync); err != nil {
				return err
			}
			return use(library)
		})
	})
}

// locate returns the real, absolute places of paths, sorted, each once.
func locate(paths []string) ([]string, error) {
	var locations []string
	for _, path := range paths {
		location, err := realPath(path)
		if err != nil {
			return nil, err
		}
		locations = append(locations, location)
	}
	slices.Sort(locations)
	return slices.Compact(locations), nil
}

// realPath returns a path that exists, absolute and without symbolic links.
func realPath(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err == nil {
		absolute, err = filepath.EvalSymlinks(absolute)
	}
	if err != nil {
		return "", hinted{usageError{fmt.Errorf("%s: no such folder or file", path)}, "check the path; quote it if it has spaces"}
	}
	return absolute, nil
}

func cacheKey(locations []string) string {
	sum := sha256.Sum256([]byte(strings.Join(locations, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// dropOldCaches removes what was not used for long. Nothing depends on it, so
// its failures don't matter.
func (a *app) dropOldCaches(current string) {
	siblings, _ := filepath.Glob(filepath.Join(filepath.Dir(current), "*"))
	for _, sibling := range siblings {
		info, err := os.Stat(sibling)
		if err == nil && sibling != current && a.env.now().Sub(info.ModTime()) > cacheLifetime {
			_ = os.RemoveAll(sibling)
		}
	}
	_ = os.Chtimes(current, a.env.now(), a.env.now())
}

// fill makes the library hold the folders, as they are now.
func (a *app) fill(library *rag.Library, locations []string, sync bool) error {
	states, err := library.Collections(a.ctx)
	if err != nil {
		return err
	}
	names := collectionNames(states)
	complete := len(states) == len(locations)
	for _, location := range locations {
		if slices.ContainsFunc(states, func(s rag.CollectionState) bool { return s.Location == location }) {
			continue
		}
		name := freeName(rag.CollectionNameFrom(filepath.Base(location)), names)
		names = append(names, name)
		err := library.Add(a.ctx, rag.Collection{Name: name, Kind: filetree.Kind, Location: location})
		if err != nil && !errors.Is(err, rag.ErrExists) { // another process may be at the same
			return err
		}
	}
	if complete && !sync {
		return nil
	}
	_, err = a.sync(a.ctx, library, rag.SyncOptions{AllVectors: true})
	return err
}

// freeName returns name, with a number where it is taken.
func freeName(name string, taken []string) string {
	free := name
	for n := 2; slices.Contains(taken, free); n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}

// sync syncs with a progress bar where a person looks.
func (a *app) sync(ctx context.Context, library *rag.Library, options rag.SyncOptions) ([]rag.SyncReport, error) {
	bar := a.newProgress()
	defer bar.end()
	options.Progress = bar.show
	return rag.Sync(ctx, library, options)
}
