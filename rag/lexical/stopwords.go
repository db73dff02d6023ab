package lexical

import "strings"

// stopWords are English words, and the words of questions, that say nothing
// about where an answer stands. They are folded, not stemmed.
var stopWords = wordSet(`
	a about after again all also am an and any are aren as at be because been before being between both but by
	can cannot could couldn did didn do does doesn doing don done during each either else ever every few for from
	further get gets give given go had hadn has hasn have haven having he her here hers him his how however i if in
	into is isn it its just let like ll make makes many may me might more most much must my need needs no nor not
	of off on once one only onto or other our ours out over own please re same shall she should shouldn so some
	such tell than that the their theirs them then there these they this those though through to too under until
	up upon us use used uses using ve very want was wasn we were weren what whatever when where whether which
	while who whom whose why will with within without won would wouldn yes yet you your yours`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
