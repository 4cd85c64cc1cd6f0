-- What a history is searched and walked by. Rows that are there already are filled in by HistoryFilling.
ALTER TABLE jobs ADD COLUMN starred BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE jobs ADD COLUMN note_text TEXT;  -- the note in lower case: what a search looks in
ALTER TABLE jobs ADD COLUMN series TEXT;     -- equal in jobs whose best medians can stand in one line: see JobSeries

CREATE TABLE job_targets (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  PRIMARY KEY (job_id, target)
);

CREATE INDEX job_targets_by_target ON job_targets (target, job_id);

-- Each ends in the columns of all other filters: whatever filters come together, what does not fit is passed by within the
-- index, and of the wide rows only those of the page are read.
DROP INDEX jobs_by_state;
DROP INDEX jobs_by_benchmark;
DROP INDEX jobs_by_benchmark_and_state;
CREATE INDEX jobs_by_state ON jobs (state, id, benchmark, schedule, starred, note_text);
CREATE INDEX jobs_by_benchmark ON jobs (benchmark, id, state, schedule, starred, note_text);
CREATE INDEX jobs_by_benchmark_and_state ON jobs (benchmark, state, id, schedule, starred, note_text);
CREATE INDEX jobs_by_schedule ON jobs (schedule, id, benchmark, state, starred, note_text) WHERE schedule IS NOT NULL;
CREATE INDEX jobs_with_star ON jobs (id, benchmark, state, schedule, note_text) WHERE starred;
CREATE INDEX jobs_with_note ON jobs (id, note_text, benchmark, state, schedule, starred) WHERE note_text IS NOT NULL;

-- A spark line reads its medians from the index alone.
CREATE INDEX jobs_by_series ON jobs (series, id, best_median);
-- What is older than jobs are kept.
CREATE INDEX jobs_by_end ON jobs (ended_at);
