-- How often an interrupted job continued, and the time of its last event: a scheduled run continues by itself after a short interruption.
ALTER TABLE jobs ADD COLUMN resumes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN active_at TEXT;
