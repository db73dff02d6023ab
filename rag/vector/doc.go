// Package vector compares many unit vectors with a question's.
//
// A vector is kept twice: as one sign bit for each dimension, and as a row of
// five-bit codes with a scale, by which rankings are as good as by floats. A [Scan] looks at the signs of all vectors: the
// dimensions in which they differ from the question's tell the angle (Charikar:
// "Similarity Estimation Techniques from Rounding Algorithms", STOC 2002), more
// so when each counts by the question's magnitude there, which is known in full
// (Gordo, Perronnin, Gong, Lazebnik: "Asymmetric Distances for Binary
// Embeddings", IEEE TPAMI 36(1), 2014). Magnitudes of two bits keep that a
// matter of counting bits, as in RaBitQ (Gao, Long, SIGMOD 2024). The candidates
// it keeps are then ranked by [Question.Product] with their rows, which need not
// be in memory. Fewer vectors than candidates are all ranked.
//
// Vectors are best centred on the origin with their energy spread over the
// dimensions. The package does not turn, centre or normalise them, it makes no
// vectors of text, it stores none, and it knows nothing of rag.
package vector
