package main

import "testing"

func TestCandidateBound(t *testing.T) {
	for text, want := range map[string]int{"60000": 60_000, "1": 1, "6%": 60, "0.01%": 1, "100%": 1000} {
		var bound candidateBound
		if err := bound.UnmarshalText([]byte(text)); err != nil || bound.of(1000) != want {
			t.Errorf("%s of 1000 passages is %d, %v; want %d", text, bound.of(1000), err, want)
		}
	}
	for _, text := range []string{"", "%", "0", "0%", "-1", "101%", "NaN%", "many"} {
		if err := new(candidateBound).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is a bound", text)
		}
	}
	if got := (candidateBound{}).of(1000); got != 0 {
		t.Errorf("none given is %d, want 0 for the engine's own", got)
	}
}
