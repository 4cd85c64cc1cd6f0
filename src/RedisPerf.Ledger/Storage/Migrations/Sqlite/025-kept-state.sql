-- What a job had before rounds were added, until it has ended with them; the request only until the first added run.
ALTER TABLE jobs ADD COLUMN kept_state TEXT;
ALTER TABLE jobs ADD COLUMN kept_request TEXT;
ALTER TABLE jobs ADD COLUMN kept_progress TEXT;
ALTER TABLE jobs ADD COLUMN kept_ended_at TEXT;
