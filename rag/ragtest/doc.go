// Package ragtest holds the contract suites of rag's interfaces, for their
// implementations' tests, and fakes that compute.
//
// An implementation of rag.Engine calls [TestEngine] from a test of its own, one
// of rag.Embedder calls [TestEmbedder]. The fakes are real, small implementations
// (a source in memory, an embedder and a server of it), not recorders of
// expectations.
package ragtest
