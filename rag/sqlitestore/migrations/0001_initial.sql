-- One tenant's index. "key" is a row's number inside this file; "id" is what
-- the outside sees.

CREATE TABLE collections (
    key       INTEGER PRIMARY KEY,
    name      TEXT NOT NULL UNIQUE,
    kind      TEXT NOT NULL,
    location  TEXT NOT NULL,
    tags      TEXT NOT NULL,  -- JSON array of strings, as are the next two
    include   TEXT NOT NULL,
    exclude   TEXT NOT NULL,
    synced_at INTEGER         -- Unix nanoseconds; null before the first complete sync
) STRICT;

CREATE TABLE documents (
    key        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    collection INTEGER NOT NULL REFERENCES collections (key) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    title      TEXT NOT NULL,
    aliases    TEXT NOT NULL, -- JSON array of strings
    tags       TEXT NOT NULL, -- JSON array of strings
    format     TEXT NOT NULL,
    language   TEXT NOT NULL,
    size       INTEGER NOT NULL,
    modified   INTEGER NOT NULL, -- Unix nanoseconds
    hash       TEXT NOT NULL,
    created    INTEGER,          -- Unix nanoseconds; null where unknown
    pipeline   TEXT NOT NULL,
    UNIQUE (collection, path)
) STRICT;

CREATE INDEX documents_language ON documents (language);

CREATE TABLE passages (
    key        INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL, -- of its document; here because every match needs it
    document   INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL,
    first      INTEGER NOT NULL,
    last       INTEGER NOT NULL,
    heading    TEXT NOT NULL,    -- JSON array of strings
    text       TEXT NOT NULL,
    UNIQUE (document, ordinal)
) STRICT;

-- What a match needs to know of every passage: for each block of 4,096 keys, 4
-- bytes a passage (see facts.go). And the sums over all passages.
CREATE TABLE facts (
    number   INTEGER PRIMARY KEY,
    passages BLOB NOT NULL
) STRICT;
CREATE TABLE totals (
    passages INTEGER NOT NULL,
    terms    INTEGER NOT NULL
) STRICT;
INSERT INTO totals VALUES (0, 0);

-- A semantic model of the passages: none or one row, and a row for each term.
CREATE TABLE model (
    fingerprint TEXT NOT NULL,
    dimensions  INTEGER NOT NULL,
    description BLOB NOT NULL
) STRICT;
CREATE TABLE model_terms (
    term     TEXT PRIMARY KEY,
    contents BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Passages' vectors: for each block of 1,024 keys, a row a passage (see
-- vectors.go). And the passages that have none yet.
CREATE TABLE vectors (
    number   INTEGER PRIMARY KEY,
    contents BLOB NOT NULL
) STRICT;
CREATE TABLE without_vector (passage INTEGER PRIMARY KEY) STRICT;

CREATE TABLE skips (
    collection INTEGER NOT NULL REFERENCES collections (key) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    modified   INTEGER NOT NULL, -- Unix nanoseconds
    reason     TEXT NOT NULL,
    pipeline   TEXT NOT NULL, -- '' where it was skipped unread
    PRIMARY KEY (collection, path)
) STRICT, WITHOUT ROWID;

-- rowid is passages.key. The text is terms that were made elsewhere: every
-- ASCII character that is no white space is part of a term (the ascii
-- tokenizer takes letters, digits and all that is not ASCII by itself).
CREATE VIRTUAL TABLE terms USING fts5 (
    title, heading, body,
    content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

-- How many passages hold a term.
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (terms, row);

-- Gather 4 MiB of terms before writing a segment, not 1: a sync of many
-- documents then spends less time on merging segments.
INSERT INTO terms (terms, rank) VALUES ('hashsize', 4194304);
