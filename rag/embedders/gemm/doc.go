// Package gemm multiplies matrices of float32 on one core: by AVX2 on amd64, by
// NEON on arm64, in plain Go elsewhere and under the build tag purego. One strip
// of sixteen columns at a time, it is the inner part of a matrix product; which
// strips there are, and who allocates what, is the caller's.
//
// It is no linear algebra: it knows neither vectors nor shapes, and adds to what
// is there. Libraries for Go multiply one pair of vectors at a time, or on amd64
// only; to keep a tile of the product in registers is twice as fast.
package gemm
