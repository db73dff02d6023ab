package chunk

import (
	"regexp"
	"strings"
)

// outlineLog keeps the lines of one entry together, such as a stack trace. It
// makes one paragraph per run of entries of one line, which may be divided
// between any lines, and a block that stays whole of each longer entry.
func outlineLog(o *outline) {
	var run int // where the run of short entries starts
	marked := false
	for i := 0; i < o.len(); {
		marked = marked || startsEntry(o.line(i))
		end := i + 1
		for end < o.len() && !o.blank(end) && continuesEntry(o.line(end), marked) {
			end++
		}
		if end > i+1 {
			o.add(Block{Kind: Paragraph}, run, i)
			o.add(Block{Kind: Code}, i, end)
			run = end
		}
		i = end
	}
	o.add(Block{Kind: Paragraph}, run, o.len())
}

// continuesEntry: where entries are marked, what has no mark goes on; where
// they are not, what is indented does.
func continuesEntry(line string, marked bool) bool {
	if marked {
		return !startsEntry(line)
	}
	return line[0] == ' ' || line[0] == '\t'
}

var entryStart = regexp.MustCompile(`^(?:[\[<("]?(?:` +
	`\d{4}[-/.]\d\d[-/.]\d\d|` + // 2026-01-02
	`\d{1,2}[-/. ](?:\d{1,2}|[A-Z][a-z]{2})[-/. ]\d{2,4}|` + // 02/Jan/2026, 01/02/26
	`\d{1,2}:\d\d:\d\d|\d{10}|` + // a time, seconds of the epoch
	`(?:[A-Z][a-z]{2},? +)?[A-Z][a-z]{2} +\d{1,2},? +\d|` + // Jan  2 15:04:05
	`(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL|PANIC)\b|` +
	`(?i:trace|debug|info|notice|warn|warning|error|critical|fatal)[\]:>]|` +
	`\d{1,3}>)|` + // <34> of syslog
	`[IWEF]\d{4} |\{"|(?:level|time|ts)=|` + // glog, JSON, logfmt
	`\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3} )`) // access logs

func startsEntry(line string) bool {
	if line == "" || strings.IndexByte(" \t", line[0]) >= 0 {
		return false
	}
	return entryStart.MatchString(line[:min(len(line), 64)])
}
