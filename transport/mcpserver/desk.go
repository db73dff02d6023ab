package mcpserver

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

// desk is where the clients of one scope are served. Subscriptions and
// notifications of a protocol server go to all of its sessions, so that one
// for each scope is also what keeps scopes apart.
type desk struct {
	scope   rag.Scope
	owner   *Server
	server  *mcp.Server
	watcher *watcher

	mutex       sync.Mutex
	library     *rag.Library   // nil until it was needed
	left        []*rag.Library // whose index is gone; calls may still be at them
	collections []string       // names, as last seen

	users    int       // requests under way; guarded by owner.desks.mutex
	lastUsed time.Time // guarded by owner.desks.mutex
}

func newDesk(owner *Server, scope rag.Scope) *desk {
	d := &desk{scope: scope, owner: owner}
	d.watcher = newWatcher(d, owner.options.Watch)
	d.server = mcp.NewServer(implementation(owner.options.Version), d.serverOptions())
	d.server.AddReceivingMiddleware(d.observe)
	for _, tool := range tools() {
		if !tool.writes || scope.MayWrite() {
			d.server.AddTool(tool.definition(), d.handler(tool))
		}
	}
	d.addResources()
	d.addPrompts()
	addFixtures(d.server)
	return d
}

// open returns the desk's library. A tenant that has no index yet may get one
// later, so that a failure is not kept; one whose index was removed or replaced is
// not served any more.
func (d *desk) open(ctx context.Context) (*rag.Library, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.library != nil && !d.library.Current() {
		d.left, d.library = append(d.left, d.library), nil
	}
	if d.library == nil {
		library, err := d.owner.options.Open(context.WithoutCancel(ctx), d.scope)
		if err != nil {
			return nil, err
		}
		d.library = library
	}
	return d.library, nil
}

// leave ends one use of the desk.
func (d *desk) leave() {
	all := &d.owner.desks
	all.mutex.Lock()
	defer all.mutex.Unlock()
	d.users--
	d.lastUsed = d.owner.options.Now()
}

// busy reports whether the desk has clients; its owner's mutex is held.
func (d *desk) busy() bool {
	for range d.server.Sessions() {
		return true
	}
	return d.users > 0
}

func (d *desk) close() error {
	var errs []error
	for session := range d.server.Sessions() {
		errs = append(errs, session.Close())
	}
	d.watcher.stop()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.library != nil {
		d.left, d.library = append(d.left, d.library), nil
	}
	for _, library := range d.left {
		errs = append(errs, library.Close())
	}
	d.left = nil
	return errors.Join(errs...)
}

// desks are those of a server, by their scope's key.
type desks struct {
	mutex sync.Mutex
	all   map[string]*desk
}

// sit returns the desk of a scope, for one use that [desk.leave] ends.
func (d *desks) sit(owner *Server, scope rag.Scope) *desk {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.all == nil {
		d.all = map[string]*desk{}
	}
	found := d.all[scope.Key()]
	if found == nil {
		d.clear(owner.options.Desks - 1)
		found = newDesk(owner, scope)
		d.all[scope.Key()] = found
	}
	found.users++
	found.lastUsed = owner.options.Now()
	return found
}

// clear takes desks without clients away, the longest unused first, until most
// are left; mutex is held.
func (d *desks) clear(most int) {
	for len(d.all) > most {
		oldest := ""
		for key, desk := range d.all {
			if !desk.busy() && (oldest == "" || desk.lastUsed.Before(d.all[oldest].lastUsed)) {
				oldest = key
			}
		}
		if oldest == "" {
			return
		}
		_ = d.all[oldest].close() // nobody is there to be told
		delete(d.all, oldest)
	}
}

func (d *desks) close() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	var errs []error
	for key, desk := range d.all {
		errs = append(errs, desk.close())
		delete(d.all, key)
	}
	return errors.Join(errs...)
}
