// Package relevance measures how good a ranking is: retrieval metrics over
// judged queries, how sure they are, and whether two rankings really differ.
//
// [Evaluate] turns a [Run] (ranked documents for each query) and [Judgements]
// into [Scores], one value for each query and [Metric], with the definitions
// of trec_eval. [Bootstrap] says how far a mean may be off, [Compare] whether
// two runs differ by more than chance.
//
// [OpenBEIR] and [ReadQuestions] read judged queries. [Corpus] is the
// rag.Source of a collection of documents in one file, and [Ask] makes a run
// with rag.Query, so that what is measured is what every door gets.
//
// It is no search engine and knows none; it prints nothing and writes nothing.
package relevance
