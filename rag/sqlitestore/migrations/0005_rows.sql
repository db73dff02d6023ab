-- Rows of vectors and of learned terms take fewer bits (see rag/vector and
-- rag/lsa). Both can be made again from the passages, so those there were are
-- dropped with their models.

DELETE FROM model_terms;
DELETE FROM signs;
DELETE FROM vectors;
DELETE FROM without_vector;
DELETE FROM spaces;
