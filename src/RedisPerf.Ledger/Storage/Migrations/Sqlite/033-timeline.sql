-- The latency and the throughput over the time of a run that disturbs its server; NULL for other runs.
ALTER TABLE runs ADD COLUMN timeline TEXT;  -- JSON
