-- How much is in each collection, which every question's answer says; counting
-- would take as long as answering.

ALTER TABLE collections ADD COLUMN documents INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collections ADD COLUMN passages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collections ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;

UPDATE collections SET
    documents = (SELECT count(*) FROM documents d WHERE d.collection = collections.key),
    passages = (SELECT count(*) FROM documents d JOIN passages p ON p.document = d.key WHERE d.collection = collections.key),
    skipped = (SELECT count(*) FROM skips s WHERE s.collection = collections.key);

CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    UPDATE collections SET documents = documents + 1 WHERE key = NEW.collection;
END;
CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    UPDATE collections SET documents = documents - 1 WHERE key = OLD.collection;
END;
CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
    UPDATE collections SET passages = passages + 1 WHERE key = NEW.collection;
END;
CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
    UPDATE collections SET passages = passages - 1 WHERE key = OLD.collection;
END;
CREATE TRIGGER skips_added AFTER INSERT ON skips BEGIN
    UPDATE collections SET skipped = skipped + 1 WHERE key = NEW.collection;
END;
CREATE TRIGGER skips_removed AFTER DELETE ON skips BEGIN
    UPDATE collections SET skipped = skipped - 1 WHERE key = OLD.collection;
END;
