// Package vector searches many unit vectors in memory for those nearest to a
// question's.
//
// An [Index] keeps each vector as int8 codes with a scale and as one sign bit
// for each dimension. A search scans the sign bits: the dimensions in which
// they differ from the question's tell the angle (Charikar: "Similarity
// Estimation Techniques from Rounding Algorithms", STOC 2002), more so when
// each counts by the question's magnitude there, which is known in full (Gordo,
// Perronnin, Gong, Lazebnik: "Asymmetric Distances for Binary Embeddings", IEEE
// TPAMI 36(1), 2014). Magnitudes of two bits keep that a matter of counting
// bits, as in RaBitQ (Gao, Long, SIGMOD 2024). Some thousand candidates are
// kept and ranked by the product of the question with their codes. Fewer
// vectors than that are all ranked, so small indexes are scanned in full.
//
// Vectors are best centred on the origin with their energy spread over the
// dimensions. The package does not turn, centre or normalise them, it makes no
// vectors of text, and it knows nothing of rag.
package vector
