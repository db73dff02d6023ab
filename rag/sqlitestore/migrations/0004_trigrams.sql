-- Which trigrams the texts of a document's passages have: a signature (see
-- rag/trigram) of every 64 of them, so that a search for lines reads few texts.

CREATE TABLE trigrams (
    document  INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    part      INTEGER NOT NULL, -- ordinal / 64 of its passages
    signature BLOB NOT NULL,
    PRIMARY KEY (document, part)
) STRICT;

INSERT INTO trigrams
SELECT document, part, (
    SELECT trigram_signature(text) FROM passages p
    WHERE p.document = parts.document AND p.ordinal BETWEEN parts.part * 64 AND parts.part * 64 + 63
)
FROM (SELECT DISTINCT document, ordinal / 64 AS part FROM passages) parts;
