-- Vectors of several models side by side, each in a space of its own; their
-- signs apart from their rows, because every search by meaning reads all of the
-- signs and few of the rows. Vectors can be made again from the passages, so
-- those there were are dropped.

DROP TABLE model;
DROP TABLE model_terms;
DROP TABLE vectors;
DROP TABLE without_vector;

CREATE TABLE spaces (
    key         INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    dimensions  INTEGER NOT NULL,
    description BLOB NOT NULL
) STRICT;

CREATE TABLE model_terms (
    space    INTEGER NOT NULL REFERENCES spaces (key),
    term     TEXT NOT NULL,
    contents BLOB NOT NULL,
    PRIMARY KEY (space, term)
) STRICT, WITHOUT ROWID;

-- For each block of 1,024 keys of passages, the signs of each (see vectors.go).
CREATE TABLE signs (
    space    INTEGER NOT NULL REFERENCES spaces (key),
    number   INTEGER NOT NULL,
    contents BLOB NOT NULL,
    UNIQUE (space, number)
) STRICT;

CREATE TABLE vectors (
    passage  INTEGER NOT NULL REFERENCES passages (key) ON DELETE CASCADE,
    space    INTEGER NOT NULL REFERENCES spaces (key),
    contents BLOB NOT NULL,
    PRIMARY KEY (passage, space)
) STRICT, WITHOUT ROWID;

-- The passages that are still to get a vector.
CREATE TABLE without_vector (
    space   INTEGER NOT NULL REFERENCES spaces (key),
    passage INTEGER NOT NULL,
    PRIMARY KEY (space, passage)
) STRICT, WITHOUT ROWID;
