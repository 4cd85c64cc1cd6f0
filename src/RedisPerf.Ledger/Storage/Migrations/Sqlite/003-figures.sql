-- What a benchmark measured beside the time.
ALTER TABLE runs ADD COLUMN figures TEXT;  -- JSON
