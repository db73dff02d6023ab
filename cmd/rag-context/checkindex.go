package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"rag-context/rag"
)

// verifyTimeout is how long an index is looked through for damage at most. 20 MB
// take about a tenth of a second.
const verifyTimeout = 10 * time.Second

// checkIndex looks at the tenant's index and at each collection's place.
func (a *app) checkIndex() []finding {
	index := finding{Check: "index", State: stateOK}
	var collections []finding
	err := a.withLibrary(false, func(library *rag.Library) error {
		states, err := library.Collections(a.ctx)
		if err != nil {
			return err
		}
		index.Detail = count(len(states), "collection")
		for _, state := range states {
			collections = append(collections, a.checkCollection(state))
		}
		return a.verify(library, &index)
	})
	tenant, tenantErr := rag.ParseTenant(a.line.Tenant)
	if tenantErr == nil {
		index.place = a.engine().Path(tenant)
	}
	switch {
	case err == nil:
		return append([]finding{index}, collections...)
	case errors.Is(err, rag.ErrUnknownTenant) && a.line.Tenant == rag.DefaultTenant:
		index.State, index.Detail, index.Remedy = stateWarning, "nothing is indexed yet", "rag-context add FOLDER, or ask with --in FOLDER"
	case errors.Is(err, rag.ErrCorrupt):
		index.State, index.Detail = stateFailed, fmt.Sprintf("the file %s of tenant %s: %v", filepath.Base(index.place), tenant, err)
		index.Remedy = "move that file aside, then: rag-context" + a.tenantFlag() + " add FOLDER, for each that was in it; your own files are untouched"
	default:
		index.State, index.Detail, index.Remedy = stateFailed, err.Error(), a.hint(err)
	}
	return []finding{index}
}

// verify looks for damage, as long as may be.
func (a *app) verify(library *rag.Library, index *finding) error {
	ctx, cancel := context.WithTimeout(a.ctx, verifyTimeout)
	defer cancel()
	err := library.Verify(ctx)
	if err != nil && ctx.Err() != nil && a.ctx.Err() == nil {
		index.Detail += fmt.Sprintf(", no damage found within %v", verifyTimeout)
		return nil
	}
	return err
}

func (a *app) checkCollection(state rag.CollectionState) finding {
	f := finding{Check: "collection " + state.Name, State: stateOK,
		Detail: fmt.Sprintf("%s, %s", count(state.Documents, "document"), count(state.Passages, "passage"))}
	_, err := openSource(state.Collection)
	switch {
	case errors.Is(err, rag.ErrGone):
		f.State, f.Detail, f.Remedy = stateWarning, "its folder is missing", a.remedy(rag.CodeSourceMissing)
	case err != nil:
		f.State, f.Detail = stateWarning, err.Error()
	case state.SyncedAt.IsZero():
		f.State, f.Remedy = stateWarning, a.remedy(rag.CodeNeverSynced)
		f.Detail += ", never completely synced"
	}
	return f
}

// checkCache tells what folders asked ad hoc take up.
func (a *app) checkCache() finding {
	place := filepath.Join(a.env.folders.cache, "in")
	var bytes int64
	_ = filepath.WalkDir(place, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what can't be read takes up nothing we know of
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return nil
	})
	return finding{Check: "cache", State: stateOK, Detail: fmt.Sprintf("%d MB of folders asked with --in; it may be deleted", bytes>>20), place: place}
}
