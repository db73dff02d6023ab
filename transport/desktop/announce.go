package desktop

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// askingTime is how long a terminal may take to say what it is, the way to the
// far end of an SSH connection included. Practically all of them answer.
const askingTime = 500 * time.Millisecond

// primaryAttributes asks a terminal for its attributes (DA1). The answer is a
// list of numbers between "ESC [ ?" and "c"; 52 stands for OSC 52.
const primaryAttributes = "\x1b[c"

// announcesOSC52 asks the terminal, and returns why not where it does not.
func (o ClipboardOptions) announcesOSC52() error {
	term := o.getenv("TERM")
	if term == "" || term == "dumb" {
		return unreachable{fmt.Sprintf("the terminal %.40q takes no control sequences", term)}
	}
	answer, err := o.AskTerminal(primaryAttributes, 'c', askingTime)
	if err != nil {
		return unreachable{fmt.Sprintf("the terminal %.40q is not known to take OSC 52 and can't be asked: %v", term, err)}
	}
	_, attributes, _ := strings.Cut(strings.TrimSuffix(answer, "c"), "\x1b[?")
	if !slices.Contains(strings.Split(attributes, ";"), "52") {
		return unreachable{fmt.Sprintf("the terminal %.40q is not known to take OSC 52 and does not say that it does", term)}
	}
	return nil
}
