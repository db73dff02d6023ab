package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// message is one object of the stream; govulncheck fills in one field of it.
type message struct {
	Config  *config
	OSV     *entry
	Finding *finding
}

type config struct {
	GoVersion string `json:"go_version"`
	ScanLevel string `json:"scan_level"`
}

type entry struct {
	ID      string
	Summary string
}

// finding says that a vulnerability touches us: by a module we require, by a
// package we import, or, with a function in its first frame, by a call.
type finding struct {
	OSV          string
	FixedVersion string  `json:"fixed_version"` // empty where nothing fixes it
	Trace        []frame // from the vulnerable symbol to our code
}

type frame struct {
	Module, Version, Function string
	Position                  struct {
		Filename string
		Line     int
	}
}

func (f finding) called() bool    { return f.Trace[0].Function != "" }
func (f finding) ofLibrary() bool { return f.Trace[0].Module == "stdlib" }

// caller is the place in our code where the calls begin.
func (f finding) caller() string {
	position := f.Trace[len(f.Trace)-1].Position
	return fmt.Sprintf("%s:%d", position.Filename, position.Line)
}

// scan is the outcome of one run of govulncheck: of each vulnerability in each
// module the finding that says most.
type scan struct {
	config
	summaries map[string]string
	findings  []finding
}

func read(stream io.Reader) (scan, error) {
	s := scan{summaries: map[string]string{}}
	for decoder := json.NewDecoder(stream); ; {
		var m message
		if err := decoder.Decode(&m); err == io.EOF {
			break
		} else if err != nil {
			return scan{}, fmt.Errorf("read findings: %w", err)
		}
		s.take(m)
	}
	if s.ScanLevel != "symbol" {
		return scan{}, errors.New("input is no scan for calls of vulnerable functions")
	}
	if len(s.summaries) == 0 { // not even old ones of the standard library
		return scan{}, errors.New("the vulnerability database is empty")
	}
	slices.SortFunc(s.findings, func(a, b finding) int { return strings.Compare(a.OSV, b.OSV) })
	return s, nil
}

func (s *scan) take(m message) {
	switch {
	case m.Config != nil:
		s.config = *m.Config
	case m.OSV != nil:
		s.summaries[m.OSV.ID] = m.OSV.Summary
	case m.Finding != nil && len(m.Finding.Trace) > 0:
		s.keep(*m.Finding)
	}
}

func (s *scan) keep(f finding) {
	at := slices.IndexFunc(s.findings, func(known finding) bool {
		return known.OSV == f.OSV && known.Trace[0].Module == f.Trace[0].Module
	})
	if at < 0 {
		s.findings = append(s.findings, f)
	} else if f.called() && !s.findings[at].called() {
		s.findings[at] = f
	}
}
