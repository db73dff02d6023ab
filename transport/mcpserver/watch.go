package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

// watcher looks, as long as somebody is there who is subscribed or has listed
// resources, whether those have changed, whoever changed them: a sync at this
// door, a question that picked changes up, another process.
type watcher struct {
	desk     *desk
	interval time.Duration

	mutex   sync.Mutex
	watched map[string]*watched // by URI
	now     chan struct{}       // asks for a look before the interval is over
	cancel  context.CancelFunc  // ends the goroutine that looks; nil where there is none
	ended   chan struct{}       // closed by it
	stopped bool                // for good
}

// watched is a resource that somebody is subscribed to.
type watched struct {
	sessions map[*mcp.ServerSession]bool
	state    string // as last seen
}

func newWatcher(d *desk, interval time.Duration) *watcher {
	return &watcher{desk: d, interval: interval, watched: map[string]*watched{}, now: make(chan struct{}, 1)}
}

// Bounds of what a desk watches.
const (
	mostWatched = 1000
	maxURI      = 1024 // bytes, more than any of ours has
)

// subscribe takes any URI: of what is not there, or not the client's, nothing is
// ever heard, and that is the same; what is not there yet may come.
func (d *desk) subscribe(ctx context.Context, request *mcp.SubscribeRequest) error {
	if len(request.Params.URI) > maxURI {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no resource has so long a URI"}
	}
	state, err := d.stateOf(ctx, request.Params.URI)
	if err != nil {
		return unreadable(request.Params.URI, err)
	}
	if !d.watcher.add(request.Session, request.Params.URI, state) {
		return failure("too many subscriptions")
	}
	return nil
}

func (d *desk) unsubscribe(_ context.Context, request *mcp.UnsubscribeRequest) error {
	d.watcher.remove(request.Session, request.Params.URI)
	return nil
}

func (w *watcher) add(session *mcp.ServerSession, uri, state string) bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.watched[uri] == nil {
		if len(w.watched) >= mostWatched {
			return false
		}
		w.watched[uri] = &watched{sessions: map[*mcp.ServerSession]bool{}, state: state}
	}
	w.watched[uri].sessions[session] = true
	w.start()
	return true
}

// watchList makes the watcher look for other collections, too.
func (w *watcher) watchList() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.start()
}

// start starts what looks unless it runs; mutex is held.
func (w *watcher) start() {
	if w.cancel != nil || w.stopped {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel, w.ended = cancel, make(chan struct{})
	go w.run(ctx, w.ended)
}

func (w *watcher) remove(session *mcp.ServerSession, uri string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	one := w.watched[uri]
	if one == nil {
		return
	}
	if delete(one.sessions, session); len(one.sessions) == 0 {
		delete(w.watched, uri)
	}
}

// look makes the watcher look at once.
func (w *watcher) look() {
	select {
	case w.now <- struct{}{}:
	default: // it is about to
	}
}

// stop ends the watching for good.
func (w *watcher) stop() {
	w.mutex.Lock()
	cancel, ended := w.cancel, w.ended
	w.stopped = true
	w.mutex.Unlock()
	if cancel != nil {
		cancel()
		<-ended
	}
}

func (w *watcher) run(ctx context.Context, ended chan struct{}) {
	defer close(ended)
	ticks := time.NewTicker(w.interval)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		case <-w.now:
		}
		uris, anybody := w.wanted()
		if !anybody {
			return
		}
		for _, uri := range uris {
			w.check(ctx, uri)
		}
		w.desk.collectionNames(ctx)
	}
}

// wanted returns what is still subscribed to; with nobody left the watcher is
// marked as ended.
func (w *watcher) wanted() (uris []string, anybody bool) {
	alive := map[*mcp.ServerSession]bool{}
	for session := range w.desk.server.Sessions() {
		alive[session] = true
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for uri, one := range w.watched {
		for session := range one.sessions {
			if !alive[session] {
				delete(one.sessions, session)
			}
		}
		if len(one.sessions) == 0 {
			delete(w.watched, uri)
			continue
		}
		uris = append(uris, uri)
	}
	if len(alive) == 0 {
		w.cancel()
		w.cancel = nil
	}
	return uris, len(alive) > 0
}

// check tells subscribers where a resource has changed.
func (w *watcher) check(ctx context.Context, uri string) {
	state, err := w.desk.stateOf(ctx, uri)
	if err != nil && ctx.Err() != nil {
		return
	}
	w.mutex.Lock()
	one := w.watched[uri]
	changed := one != nil && one.state != state
	if changed {
		one.state = state
	}
	w.mutex.Unlock()
	if changed {
		_ = w.desk.server.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri}) // it never fails
	}
}

// stateOf returns a text that changes when the resource does; "" for one that
// is not there.
func (d *desk) stateOf(ctx context.Context, uri string) (string, error) {
	library, err := d.open(ctx)
	if errors.Is(err, rag.ErrUnknownTenant) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if id, isDocument := strings.CutPrefix(uri, documentURI("")); isDocument {
		state, err := library.DocumentState(ctx, id)
		if errors.Is(err, rag.ErrNotFound) || errors.Is(err, rag.ErrInvalidRequest) {
			return "", nil
		}
		return state, err
	}
	states, err := library.Collections(ctx)
	if err != nil || uri == coverageURI {
		return fmt.Sprint(states), err
	}
	for _, state := range states {
		if collectionPrefix+url.PathEscape(state.Name) == uri {
			return fmt.Sprint(state), nil
		}
	}
	return "", nil
}
