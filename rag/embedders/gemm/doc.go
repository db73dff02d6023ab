// Package gemm multiplies matrices of float32 on one core: by AVX2 on amd64, by
// NEON on arm64, in plain Go elsewhere and under the build tag purego. One strip
// of sixteen columns at a time, it is the inner part of a matrix product; which
// strips there are, and who allocates what, is the caller's.
//
// It is no linear algebra, and adds to what is there. It is not a library of
// others because those multiply pairs of vectors, and only on amd64 by more than
// plain Go: a tile of the product that stays in registers is three times as fast.
package gemm
