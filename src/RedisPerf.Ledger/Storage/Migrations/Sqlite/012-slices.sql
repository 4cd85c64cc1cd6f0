-- Seconds of each slice of a run, a JSON array; null for a run that was measured as a whole.
ALTER TABLE runs ADD COLUMN slices TEXT;
