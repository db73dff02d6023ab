package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// settingProblem is a setting that can't be used.
type settingProblem struct {
	file  string // in which it stands; "" for the environment
	cause error
	hint  string
}

// Error implements error.
func (p settingProblem) Error() string {
	if p.file == "" {
		return p.cause.Error()
	}
	return fmt.Sprintf("settings in %s: %v", p.file, p.cause)
}

func (p settingProblem) Unwrap() error { return p.cause }

// Hint is what to do about it.
func (p settingProblem) Hint() string { return p.hint }

// check finds the settings that no flag takes, in the file and in the
// environment, and lets go of them: what remains can be used.
func (s *settings) check(application *kong.Application) {
	known := settableFlags(application.Node)
	for _, key := range slices.Sorted(maps.Keys(s.values)) {
		if !slices.Contains(known, key) {
			s.reject(key, settingProblem{s.path, fmt.Errorf("unknown key %q", key), "keys are " + strings.Join(known, ", ")})
		}
	}
	_ = kong.Visit(application.Node, func(visited kong.Visitable, next kong.Next) error {
		if flag, ok := visited.(*kong.Flag); ok && !slices.Contains(perCallFlags, flag.Name) {
			s.checkFlag(flag)
		}
		return next(nil)
	})
}

func (s *settings) checkFlag(flag *kong.Flag) {
	if value, set := s.values[flag.Name]; set {
		if err := try(flag, value); err != nil {
			s.reject(flag.Name, settingProblem{s.path, fmt.Errorf("%s: %w", flag.Name, err), "mend that line, or take it out"})
		}
	}
	usable := func(variable string) bool {
		err := try(flag, os.Getenv(variable))
		if err != nil {
			s.add(settingProblem{"", fmt.Errorf("%s: %w", variable, err), "give it another value, or: unset " + variable})
		}
		return err == nil
	}
	flag.Envs = slices.DeleteFunc(slices.Clone(flag.Envs), func(variable string) bool { return !isSet(variable) || !usable(variable) })
	flag.Tag.Envs = flag.Envs
}

func (s *settings) reject(key string, problem settingProblem) {
	delete(s.values, key)
	s.add(problem)
}

// add notes a problem once, though several commands have the flag.
func (s *settings) add(problem settingProblem) {
	if !slices.ContainsFunc(s.problems, func(p settingProblem) bool { return p.Error() == problem.Error() }) {
		s.problems = append(s.problems, problem)
	}
}

// problem is the first one, nil where all can be used.
func (s *settings) problem() error {
	if len(s.problems) == 0 {
		return nil
	}
	return s.problems[0]
}

// try finds out whether a flag takes a value.
func try(flag *kong.Flag, value any) error {
	target := reflect.New(flag.Target.Type()).Elem()
	scan := kong.Scan().PushTyped(value, kong.FlagValueToken)
	if err := flag.Mapper.Decode(&kong.DecodeContext{Value: flag.Value, Scan: scan}, target); err != nil {
		return err
	}
	if flag.Enum != "" && !slices.Contains(flag.EnumSlice(), fmt.Sprint(target)) {
		return errors.New("must be one of " + strings.Join(flag.EnumSlice(), ", "))
	}
	return nil
}
