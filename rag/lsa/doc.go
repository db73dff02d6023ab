// Package lsa is latent semantic analysis, fitted on the passages it is asked
// about: words that keep the same company get vectors that point the same way,
// so a question about cars finds a passage about automobiles. It needs no
// trained weights and no list of languages.
//
// [Fit] weighs terms by (1 + ln tf) · ln(N/df), scales each passage to unit
// length and finds the subspace of terms that holds most of the passages'
// energy. The method is latent semantic indexing (Deerwester, Dumais, Furnas,
// Landauer, Harshman: "Indexing by Latent Semantic Analysis", JASIS 41(6),
// 1990), the subspace comes from randomised subspace iteration (Halko,
// Martinsson, Tropp: "Finding Structure with Randomness", SIAM Review 53(2),
// 2011, algorithm 4.4), orthonormalised by Cholesky QR. The basis is turned by
// a random rotation at the end: cosines don't change, and energy spread evenly
// over the dimensions makes both coarse steps and sign codes (Gong, Lazebnik:
// "Iterative Quantization", CVPR 2011) lose less.
//
// A [Model] is one row of bytes per term, [TermVector], and a small [Info]. A
// store keeps the rows and hands over the rows of a question's own terms; a
// passage that came after the fit is folded in by the same formula. [Coverage]
// says how well a model still knows the passages that came since.
//
// The package gets terms, already found, folded and stemmed. It is not an
// analyser, an index of vectors or a store, and it knows nothing of rag.
package lsa
