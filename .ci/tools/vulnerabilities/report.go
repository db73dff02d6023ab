package main

import (
	"cmp"
	"fmt"
	"go/version"
	"io"
	"strings"
)

// report prints one line for each finding and returns the exit code.
func (s scan) report(out io.Writer) (code int) {
	fmt.Fprintf(out, "%d findings with %s\n", len(s.findings), s.GoVersion)
	release := ""
	for _, f := range s.findings {
		switch {
		case !f.called():
			fmt.Fprintln(out, "note:", s.describe(f), "(never called)")
		case f.ofLibrary():
			fmt.Fprintln(out, "warning:", s.describe(f), "(called from", f.caller()+")")
			release = later(release, f.FixedVersion)
		default:
			fmt.Fprintln(out, "error:", s.describe(f), "(called from", f.caller()+")")
			code = 1
		}
	}
	if release != "" {
		fmt.Fprintf(out, "warning: the standard library of %s is vulnerable, build with %s or later\n", s.GoVersion, goRelease(release))
	}
	return code
}

func (s scan) describe(f finding) string {
	name, fix := f.Trace[0].Module+" "+f.Trace[0].Version, f.FixedVersion
	if f.ofLibrary() {
		name, fix = "standard library", goRelease(fix)
	}
	return fmt.Sprintf("%s in %s, fixed in %s: %s", f.OSV, name, cmp.Or(fix, "no version"), s.summaries[f.OSV])
}

// goRelease turns v1.26.9 into go1.26.9.
func goRelease(module string) string {
	if module == "" {
		return ""
	}
	return "go" + strings.TrimPrefix(module, "v")
}

func later(a, b string) string {
	if version.Compare(goRelease(a), goRelease(b)) < 0 {
		return b
	}
	return a
}
