-- What happened beside a run, and whether somebody left it out of the summary for that.
ALTER TABLE runs ADD COLUMN disturbed TEXT;
ALTER TABLE runs ADD COLUMN left_out BOOLEAN NOT NULL DEFAULT FALSE;
