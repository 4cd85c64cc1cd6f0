-- How often a user excluded runs of the job or changed its baseline.
ALTER TABLE jobs ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
