// Package overlap tells how much of one text stands in another.
//
// A text is reduced to the set of its runs of four words, its shingles (Broder:
// "On the resemblance and containment of documents", 1997). Texts on the same
// matter share few of them; copies, and versions of one text, share nearly all.
// It does not tell what texts mean.
package overlap
