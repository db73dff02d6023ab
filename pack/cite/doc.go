// Package cite checks a model's answer against the numbered sources that it was
// given: whether what it cites stands where it says, and whether what it quotes
// stands anywhere.
//
// Quotes are looked for verbatim, apart from white space, the form of quotation
// marks and dashes, the marks of Markdown (which a page does not copy) and parts
// that are left out with an ellipsis. A statement in the model's own words is
// held against the words of the sources: that tells a citation of the wrong
// source and one of nothing; it does not prove what the statement says.
//
// The package is pure and knows nothing of where answers and sources come from.
package cite
