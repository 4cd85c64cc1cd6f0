-- The schema of a new ledger. Times are ISO 8601 in UTC. An id is a version 7 UUID in lower case, so that its text order is the
-- order of creation. PRAGMA user_version has the version of the schema.

CREATE TABLE jobs (
  id              TEXT PRIMARY KEY NOT NULL,
  -- #42.
  number          BIGINT,
  -- JobTitle makes it from the request.
  title           TEXT,
  benchmark       TEXT NOT NULL,
  state           TEXT NOT NULL,
  requested_by    TEXT NOT NULL,
  schedule        TEXT,
  -- The scheduled run that a rerun confirms.
  confirms        TEXT,
  note            TEXT,
  -- The note in lower case, for the case-insensitive filter.
  note_text       TEXT,
  error           TEXT,           -- JSON
  request         TEXT NOT NULL,  -- JSON
  environment     TEXT,           -- JSON
  progress        TEXT,           -- JSON
  created_at      TEXT NOT NULL,
  started_at      TEXT,
  ended_at        TEXT,
  -- The time of the last event, and how often the job continued.
  active_at       TEXT,
  resumes         INTEGER NOT NULL DEFAULT 0,
  -- The order of the queued jobs. Their ids have the time of their creation, and a clock may be set back.
  queue_order     INTEGER,
  -- The node that executes the job, or executed it last. The lease increases with each start: events of an earlier execution
  -- are refused.
  node            TEXT,
  lease           BIGINT NOT NULL DEFAULT 0,
  -- How many jobs with the same request were lost before: a job that ends its nodes is not repeated without end.
  repeats         BIGINT NOT NULL DEFAULT 0,
  -- How often a user excluded runs of the job or changed its baseline.
  changes         INTEGER NOT NULL DEFAULT 0,
  -- Rounds that are added to a job that has ended: see Continuation. Until the first added run is stored, request, progress and
  -- ended_at are those from before.
  continuation    TEXT,           -- JSON
  starred         BOOLEAN NOT NULL DEFAULT FALSE,
  -- The best case, stored when the job ends: a list must not read every run.
  best_strategy   TEXT,
  best_target     TEXT,
  best_point      BIGINT,
  best_client     TEXT,
  best_median     DOUBLE PRECISION,
  -- The strategies that tie with the best case, as a JSON array; NULL when the cases are not ranked.
  tied_strategies TEXT,
  -- Equal in jobs whose best medians form one line: see JobSeries.
  series          TEXT
);

-- The last number is stored, so that the number of a deleted job is not given again.
CREATE TABLE job_numbers (last_number BIGINT NOT NULL);
INSERT INTO job_numbers (last_number) VALUES (0);
CREATE UNIQUE INDEX jobs_by_number ON jobs (number);

-- Each of these has the columns of the other filters, so that jobs that do not match are skipped within the index, and of the
-- wide rows only those of the page are read.
CREATE INDEX jobs_by_state ON jobs (state, id, benchmark, schedule, starred, note_text);
CREATE INDEX jobs_by_benchmark ON jobs (benchmark, id, state, schedule, starred, note_text);
CREATE INDEX jobs_by_benchmark_and_state ON jobs (benchmark, state, id, schedule, starred, note_text);
CREATE INDEX jobs_by_schedule ON jobs (schedule, id, benchmark, state, starred, note_text) WHERE schedule IS NOT NULL;
CREATE INDEX jobs_with_star ON jobs (id, benchmark, state, schedule, note_text) WHERE starred;
CREATE INDEX jobs_with_note ON jobs (id, note_text, benchmark, state, schedule, starred) WHERE note_text IS NOT NULL;

-- The number of jobs in each state is read from it.
CREATE INDEX jobs_per_state ON jobs (state);
-- A spark line reads its medians from the index alone.
CREATE INDEX jobs_by_series ON jobs (series, id, best_median);
-- For the removal of old jobs.
CREATE INDEX jobs_by_end ON jobs (ended_at);

CREATE TABLE job_targets (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  PRIMARY KEY (job_id, target)
);

CREATE INDEX job_targets_by_target ON job_targets (target, job_id);

-- The words by which a job is found; the rowid is its number. Only the index of the words is stored: JobRow makes them from the row.
CREATE VIRTUAL TABLE job_words USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3', detail = none);

CREATE TRIGGER job_words_of_deleted AFTER DELETE ON jobs BEGIN
  DELETE FROM job_words WHERE rowid = old.number;
END;

CREATE TABLE runs (
  job_id               TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  strategy             TEXT NOT NULL,
  target               TEXT NOT NULL,
  point                BIGINT,
  -- The name of the client of a case; NULL when its job names no clients. The column client has the client's figures.
  client_name          TEXT,
  round                INTEGER NOT NULL,
  warmup               BOOLEAN NOT NULL,
  state                TEXT NOT NULL,
  seconds              DOUBLE PRECISION,
  encode_seconds       DOUBLE PRECISION,
  operations           BIGINT,
  payload_bytes        BIGINT,
  wire_bytes           BIGINT,
  verified             BOOLEAN NOT NULL,
  error                TEXT,  -- JSON
  client               TEXT,  -- JSON
  server               TEXT,  -- JSON
  -- What disturbed the run, and whether the summaries exclude the run, or its disturbed slices, for that.
  disturbed            TEXT,  -- JSON
  disturbance_excluded BOOLEAN NOT NULL DEFAULT FALSE,
  figures              TEXT,  -- JSON
  -- Seconds of each slice, and the indexes of the disturbed ones; NULL for a run that was measured as a whole.
  slices               TEXT,  -- JSON
  disturbed_slices     TEXT,  -- JSON
  -- The time scaled from the other slices; NULL when too few remain.
  scaled_seconds       REAL,
  -- How several nodes measured the run together; NULL for one node.
  shared_load          TEXT   -- JSON
);

-- Finds the runs of a job, and lets each be recorded once. A point is never negative; NULLs alone would not collide.
CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, target, COALESCE(point, -1), COALESCE(client_name, ''), round);

-- The runs that a summary includes. The same rule as Run.IsCounted in C#; a test compares them.
CREATE VIEW counted_runs AS
SELECT job_id, strategy, target, point, client_name, round,
  CASE WHEN disturbance_excluded THEN scaled_seconds ELSE seconds END AS seconds, operations, figures
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND (NOT disturbance_excluded OR scaled_seconds IS NOT NULL)
  AND seconds > 0 AND seconds <= 1.7976931348623157e308;

-- Requests that are queued again and again. A schedule's jobs have its name, so that they are kept after it.
CREATE TABLE schedules (
  id         TEXT PRIMARY KEY NOT NULL,
  name       TEXT NOT NULL,
  cron       TEXT NOT NULL,
  time_zone  TEXT NOT NULL,
  benchmark  TEXT NOT NULL,
  request    TEXT NOT NULL,  -- JSON
  note       TEXT,
  paused     BOOLEAN NOT NULL,
  created_at TEXT NOT NULL,
  next_at    TEXT,                      -- NULL while it is paused
  last_job   TEXT,                      -- may have been deleted
  missed     BIGINT NOT NULL DEFAULT 0  -- of all time; missed_scheduled_runs has the last ones
);

CREATE UNIQUE INDEX schedules_by_name ON schedules (name);

CREATE TABLE missed_scheduled_runs (
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at      TEXT NOT NULL,
  reason      TEXT NOT NULL,  -- JSON
  PRIMARY KEY (schedule_id, due_at)
);

-- The reviews of scheduled runs. A completed job of a schedule without a row is not reviewed yet.
CREATE TABLE scheduled_run_reviews (
  job_id      TEXT PRIMARY KEY NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  state       TEXT NOT NULL,
  rerun       TEXT,  -- may have been deleted
  cases       TEXT,  -- JSON: the suspicious ones
  reason      TEXT,  -- JSON: why the run is unconfirmed
  reviewed_at TEXT NOT NULL
);

CREATE INDEX scheduled_run_reviews_by_state ON scheduled_run_reviews (state);

CREATE TABLE alerts (
  id             TEXT PRIMARY KEY NOT NULL,
  schedule_id    TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  benchmark      TEXT NOT NULL,
  strategy       TEXT NOT NULL,
  target         TEXT NOT NULL,
  point          BIGINT,
  client         TEXT,
  state          TEXT NOT NULL,
  basis          TEXT NOT NULL,
  ratio          DOUBLE PRECISION NOT NULL,
  low            DOUBLE PRECISION NOT NULL,
  high           DOUBLE PRECISION NOT NULL,
  since          TEXT NOT NULL,
  since_job      TEXT NOT NULL,
  job            TEXT NOT NULL,
  rerun          TEXT NOT NULL,
  last_job       TEXT NOT NULL,
  opened_at      TEXT NOT NULL,
  updated_at     TEXT NOT NULL,
  silenced_until TEXT,
  ended_at       TEXT,
  resolution     TEXT
);

-- At most one active alert for a case of a schedule.
CREATE UNIQUE INDEX active_alerts_by_case ON alerts (schedule_id, strategy, target, COALESCE(point, -1), COALESCE(client, '')) WHERE ended_at IS NULL;
CREATE INDEX alerts_by_state ON alerts (state, id);

-- The messages that the webhook has not accepted yet.
CREATE TABLE webhook_messages (
  id         TEXT PRIMARY KEY NOT NULL,
  alert_id   TEXT NOT NULL,
  event      TEXT NOT NULL,
  body       TEXT NOT NULL,  -- JSON: the alert at the time of the event
  created_at TEXT NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  next_at    TEXT NOT NULL
);

-- The jobs that later jobs of the same benchmark on the same target are compared with. A baseline cannot be deleted.
CREATE TABLE baselines (
  benchmark TEXT NOT NULL,
  target    TEXT NOT NULL,
  job_id    TEXT NOT NULL REFERENCES jobs (id),
  pinned_at TEXT NOT NULL,
  PRIMARY KEY (benchmark, target)
);

CREATE INDEX baselines_by_job ON baselines (job_id);

-- The targets that were added on a page. The connection string is encrypted with the keys in the data folder.
CREATE TABLE targets (
  name       TEXT PRIMARY KEY NOT NULL,
  connection TEXT NOT NULL,
  added_at   TEXT NOT NULL
);

-- Jobs that may have keys on an existing server: stored before a job writes there, and removed when a later search finds none.
-- The jobs of the command line are not in the table of jobs.
CREATE TABLE left_keys (
  job_id      TEXT NOT NULL,
  target      TEXT NOT NULL,
  -- host:port/database: the configuration may give the name of the target to another server.
  address     TEXT NOT NULL,
  -- The first search that found no key of the job; a command that was under way may have arrived since.
  searched_at TEXT,
  PRIMARY KEY (job_id, target)
);

-- The RedisPerf processes that share the ledger. A node increases its beat every second. A node whose beat does not change
-- is lost: its jobs are interrupted.
CREATE TABLE nodes (
  name        TEXT PRIMARY KEY NOT NULL,
  instance    TEXT NOT NULL,  -- a new one at each start of the process
  machine_id  TEXT NOT NULL,  -- equal for all processes on one machine, in containers too
  description TEXT NOT NULL,  -- JSON
  state       TEXT NOT NULL,
  beat        BIGINT NOT NULL,
  started_at  TEXT NOT NULL,
  seen_at     TEXT NOT NULL
);

-- The keys that protect forms, cookies and the connection strings of added targets, where several nodes share them. With SQLite
-- they are in files.
CREATE TABLE protection_keys (
  name TEXT PRIMARY KEY NOT NULL,
  xml  TEXT NOT NULL
);

-- The nodes that measure a job together with the node that executes it, and their messages. They are valid while the job runs
-- with this lease.
CREATE TABLE assistants (
  job_id   TEXT NOT NULL,
  lease    BIGINT NOT NULL,
  share    BIGINT NOT NULL,  -- from 1; the node that executes the job has the share 0
  node     TEXT NOT NULL,
  instance TEXT NOT NULL,    -- the process of the node
  PRIMARY KEY (job_id, share)
);

CREATE TABLE assistant_messages (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id       TEXT NOT NULL,
  lease        BIGINT NOT NULL,
  share        BIGINT NOT NULL,
  to_assistant BIGINT NOT NULL,  -- 1 to the assistant, 0 from it
  message      TEXT NOT NULL
);

CREATE INDEX assistant_messages_of_share ON assistant_messages (job_id, share, to_assistant, id);
