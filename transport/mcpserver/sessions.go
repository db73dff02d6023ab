package mcpserver

import (
	"context"
	"sync"
	"time"
)

// sessions remembers when each session was used last. The SDK would count an
// open stream as not in use.
type sessions struct {
	timeout time.Duration
	most    int // of each credential
	server  *Server

	mutex sync.Mutex
	all   map[string]*usage // by the session's id
	turns int               // begins and ends of use so far
}

type usage struct {
	owner  string // the credential's id
	active int    // requests and streams under way
	last   time.Time
	turn   int // of the last use: a clock may stand still
}

// touch notes that a session is used now. The caller holds the mutex.
func (s *sessions) touch(used *usage) {
	s.turns++
	used.last, used.turn = s.server.options.Now(), s.turns
}

func newSessions(timeout time.Duration, most int, server *Server) *sessions {
	return &sessions{timeout: timeout, most: most, server: server, all: map[string]*usage{}}
}

// began records a new session; id is "" where none began.
func (s *sessions) began(id, owner string) {
	if id == "" {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	used := &usage{owner: owner}
	s.touch(used)
	s.all[id] = used
}

// use marks a session as in use by its owner until done is called.
func (s *sessions) use(id, owner string) (done func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	used := s.all[id]
	if used == nil || used.owner != owner {
		return func() {} // the handler refuses it
	}
	used.active++
	return func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		used.active--
		s.touch(used)
	}
}

// forget drops a session that its owner ended.
func (s *sessions) forget(id, owner string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if used := s.all[id]; used != nil && used.owner == owner {
		delete(s.all, id)
	}
}

func (s *sessions) count() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.all)
}

// makeRoom ends the longest unused session of a credential that has as many as
// it may; it reports whether there is room for another.
func (s *sessions) makeRoom(owner string) bool {
	s.mutex.Lock()
	var oldest string
	count := 0
	for id, used := range s.all {
		if used.owner != owner {
			continue
		}
		count++
		if used.active == 0 && (oldest == "" || used.turn < s.all[oldest].turn) {
			oldest = id
		}
	}
	full := count >= s.most
	if full && oldest != "" {
		delete(s.all, oldest)
	}
	s.mutex.Unlock()
	if full && oldest != "" {
		s.server.desks.endSessions(map[string]bool{oldest: true})
	}
	return !full || oldest != ""
}

// reap ends sessions that nobody uses, until ctx ends.
func (s *sessions) reap(ctx context.Context) {
	ticks := time.NewTicker(max(s.timeout/4, time.Millisecond))
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			s.server.desks.endSessions(s.expired())
		}
	}
}

// expired takes the sessions out that have not been used for too long.
func (s *sessions) expired() map[string]bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	ids := map[string]bool{}
	for id, used := range s.all {
		if used.active == 0 && s.server.options.Now().Sub(used.last) > s.timeout {
			ids[id] = true
			delete(s.all, id)
		}
	}
	return ids
}

// endSessions ends the sessions of those ids, at whichever desk they are.
func (d *desks) endSessions(ids map[string]bool) {
	if len(ids) == 0 {
		return
	}
	d.mutex.Lock()
	all := make([]*desk, 0, len(d.all))
	for _, desk := range d.all {
		all = append(all, desk)
	}
	d.mutex.Unlock()
	for _, desk := range all {
		for session := range desk.server.Sessions() {
			if ids[session.ID()] {
				_ = session.Close() // nobody is there to be told
			}
		}
	}
}
