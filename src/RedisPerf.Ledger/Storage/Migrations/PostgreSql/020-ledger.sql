-- The whole ledger, as the migrations of SQLite up to this number make it. COLLATE "C" sorts by bytes, as SQLite does, in a
-- database of any locale. Times are ISO 8601 in UTC. An id is a version 7 UUID in lower case, so that its text order is the
-- order of creation. Whole numbers are BIGINT, so that a row has the same types as in SQLite.

-- One row. The name of the product tells a ledger from the database of another program.
CREATE TABLE ledger_version (
  product TEXT COLLATE "C" PRIMARY KEY,
  version BIGINT NOT NULL
);

CREATE TABLE jobs (
  id            TEXT COLLATE "C" PRIMARY KEY,
  -- #42.
  number        BIGINT,
  -- JobTitle makes it from the request.
  title         TEXT COLLATE "C",
  benchmark     TEXT COLLATE "C" NOT NULL,
  state         TEXT COLLATE "C" NOT NULL,
  requested_by  TEXT COLLATE "C" NOT NULL,
  schedule      TEXT COLLATE "C",
  -- The scheduled run that a rerun confirms.
  confirms      TEXT COLLATE "C",
  note          TEXT COLLATE "C",
  -- The note in lower case, for the case-insensitive filter.
  note_text     TEXT COLLATE "C",
  error         TEXT COLLATE "C",           -- JSON
  request       TEXT COLLATE "C" NOT NULL,  -- JSON
  environment   TEXT COLLATE "C",           -- JSON
  progress      TEXT COLLATE "C",           -- JSON
  created_at    TEXT COLLATE "C" NOT NULL,
  started_at    TEXT COLLATE "C",
  ended_at      TEXT COLLATE "C",
  -- The time of the last event, and how often an interrupted job continued.
  active_at     TEXT COLLATE "C",
  resumes       BIGINT NOT NULL DEFAULT 0,
  -- The order of the queued jobs. Their ids have the time of their creation, and a clock may be set back.
  queue_order   BIGINT,
  starred       BOOLEAN NOT NULL DEFAULT FALSE,
  -- The best case, stored when the job ends: a list must not read every run.
  best_strategy TEXT COLLATE "C",
  best_target   TEXT COLLATE "C",
  best_point    BIGINT,
  best_client   TEXT COLLATE "C",
  best_median   DOUBLE PRECISION,
  -- The strategies that tie with the best case, as a JSON array; NULL when the cases are not ranked.
  best_ties     TEXT COLLATE "C",
  -- Equal in jobs whose best medians form one line: see JobSeries.
  series        TEXT COLLATE "C"
);

-- The last number is stored, so that the number of a deleted job is not given again.
CREATE TABLE job_numbers (last_number BIGINT NOT NULL);
INSERT INTO job_numbers (last_number) VALUES (0);
CREATE UNIQUE INDEX jobs_by_number ON jobs (number);

-- Each of these has the columns of the other filters, so that jobs that do not match are skipped within the index. The note
-- can be longer than an entry of an index may be.
CREATE INDEX jobs_by_state ON jobs (state, id, benchmark, schedule, starred);
CREATE INDEX jobs_by_benchmark ON jobs (benchmark, id, state, schedule, starred);
CREATE INDEX jobs_by_benchmark_and_state ON jobs (benchmark, state, id, schedule, starred);
CREATE INDEX jobs_by_schedule ON jobs (schedule, id, benchmark, state, starred) WHERE schedule IS NOT NULL;
CREATE INDEX jobs_with_star ON jobs (id, benchmark, state, schedule) WHERE starred;
CREATE INDEX jobs_with_note ON jobs (id, benchmark, state, schedule, starred) WHERE note_text IS NOT NULL;

-- The jobs of each state are counted in it.
CREATE INDEX jobs_per_state ON jobs (state);
-- A spark line reads its medians from the index alone.
CREATE INDEX jobs_by_series ON jobs (series, id, best_median);
-- For the removal of old jobs.
CREATE INDEX jobs_by_end ON jobs (ended_at);

CREATE TABLE job_targets (
  job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  target TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_id, target)
);

CREATE INDEX job_targets_by_target ON job_targets (target, job_id);

-- The words by which a job is found. PostgreSqlDialect makes them.
CREATE TABLE job_words (
  job_number BIGINT PRIMARY KEY REFERENCES jobs (number) ON DELETE CASCADE,
  words      TSVECTOR NOT NULL
);

-- Without the list of new entries, which a search would read from its start to its end.
CREATE INDEX job_words_by_word ON job_words USING gin (words) WITH (fastupdate = off);

CREATE TABLE runs (
  job_id           TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  strategy         TEXT COLLATE "C" NOT NULL,
  target           TEXT COLLATE "C" NOT NULL,
  point            BIGINT,
  -- The name of the client of a case; NULL when its job names no clients. The column client has the client's figures.
  client_name      TEXT COLLATE "C",
  round            BIGINT NOT NULL,
  warmup           BOOLEAN NOT NULL,
  state            TEXT COLLATE "C" NOT NULL,
  seconds          DOUBLE PRECISION,
  encode_seconds   DOUBLE PRECISION,
  operations       BIGINT,
  payload_bytes    BIGINT,
  wire_bytes       BIGINT,
  verified         BOOLEAN NOT NULL,
  error            TEXT COLLATE "C",  -- JSON
  client           TEXT COLLATE "C",  -- JSON
  server           TEXT COLLATE "C",  -- JSON
  -- What disturbed the run, and whether the summaries exclude it.
  disturbed        TEXT COLLATE "C",  -- JSON
  left_out         BOOLEAN NOT NULL DEFAULT FALSE,
  figures          TEXT COLLATE "C",  -- JSON
  -- Seconds of each slice, and the indexes of the disturbed ones; NULL for a run that was measured as a whole.
  slices           TEXT COLLATE "C",  -- JSON
  disturbed_slices TEXT COLLATE "C",  -- JSON
  -- The time scaled from the other slices; NULL when too few remain.
  scaled_seconds   DOUBLE PRECISION
);

-- Finds the runs of a job, and lets each be recorded once. A point is never negative; NULLs alone would not collide.
CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, target, COALESCE(point, -1), COALESCE(client_name, ''), round);

-- The runs that a summary includes. The same rule as Run.IsCounted in C#; a test compares them.
CREATE VIEW counted_runs AS
SELECT job_id, strategy, target, point, client_name, round, CASE WHEN left_out THEN scaled_seconds ELSE seconds END AS seconds, operations, figures
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND (NOT left_out OR scaled_seconds IS NOT NULL) AND seconds > 0 AND seconds <= 1.7976931348623157e308;

CREATE TABLE schedules (
  id         TEXT COLLATE "C" PRIMARY KEY,
  name       TEXT COLLATE "C" NOT NULL,
  cron       TEXT COLLATE "C" NOT NULL,
  time_zone  TEXT COLLATE "C" NOT NULL,
  benchmark  TEXT COLLATE "C" NOT NULL,
  request    TEXT COLLATE "C" NOT NULL,  -- JSON
  note       TEXT COLLATE "C",
  paused     BOOLEAN NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  next_at    TEXT COLLATE "C",           -- NULL while it is paused
  last_job   TEXT COLLATE "C",           -- may have been deleted
  missed     BIGINT NOT NULL DEFAULT 0   -- of all time; missed_nights has the last ones
);

CREATE UNIQUE INDEX schedules_by_name ON schedules (name);

CREATE TABLE missed_nights (
  schedule_id TEXT COLLATE "C" NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at      TEXT COLLATE "C" NOT NULL,
  reason      TEXT COLLATE "C" NOT NULL,  -- JSON
  PRIMARY KEY (schedule_id, due_at)
);

-- The reviews of scheduled runs.
CREATE TABLE nights (
  job_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  state     TEXT COLLATE "C" NOT NULL,
  rerun     TEXT COLLATE "C",  -- may have been deleted
  cases     TEXT COLLATE "C",  -- JSON: the suspicious ones
  note      TEXT COLLATE "C",
  judged_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX nights_by_state ON nights (state);

CREATE TABLE alerts (
  id             TEXT COLLATE "C" PRIMARY KEY,
  schedule_id    TEXT COLLATE "C" NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  benchmark      TEXT COLLATE "C" NOT NULL,
  strategy       TEXT COLLATE "C" NOT NULL,
  target         TEXT COLLATE "C" NOT NULL,
  point          BIGINT,
  client         TEXT COLLATE "C",
  state          TEXT COLLATE "C" NOT NULL,
  basis          TEXT COLLATE "C" NOT NULL,
  ratio          DOUBLE PRECISION NOT NULL,
  low            DOUBLE PRECISION NOT NULL,
  high           DOUBLE PRECISION NOT NULL,
  since          TEXT COLLATE "C" NOT NULL,
  since_job      TEXT COLLATE "C" NOT NULL,
  job            TEXT COLLATE "C" NOT NULL,
  rerun          TEXT COLLATE "C" NOT NULL,
  last_job       TEXT COLLATE "C" NOT NULL,
  opened_at      TEXT COLLATE "C" NOT NULL,
  updated_at     TEXT COLLATE "C" NOT NULL,
  silenced_until TEXT COLLATE "C",
  ended_at       TEXT COLLATE "C",
  resolution     TEXT COLLATE "C"
);

-- At most one active alert for a case of a schedule.
CREATE UNIQUE INDEX alerts_that_last ON alerts (schedule_id, strategy, target, COALESCE(point, -1), COALESCE(client, '')) WHERE ended_at IS NULL;
CREATE INDEX alerts_by_state ON alerts (state, id);

-- The messages that the webhook has not accepted yet.
CREATE TABLE webhook_messages (
  id         TEXT COLLATE "C" PRIMARY KEY,
  alert_id   TEXT COLLATE "C" NOT NULL,
  event      TEXT COLLATE "C" NOT NULL,
  body       TEXT COLLATE "C" NOT NULL,  -- JSON: the alert at the time of the event
  created_at TEXT COLLATE "C" NOT NULL,
  attempts   BIGINT NOT NULL DEFAULT 0,
  next_at    TEXT COLLATE "C" NOT NULL
);

-- The jobs that later jobs of the same benchmark on the same target are compared with. A baseline cannot be deleted.
CREATE TABLE baselines (
  benchmark TEXT COLLATE "C" NOT NULL,
  target    TEXT COLLATE "C" NOT NULL,
  job_id    TEXT COLLATE "C" NOT NULL REFERENCES jobs (id),
  pinned_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (benchmark, target)
);

CREATE INDEX baselines_by_job ON baselines (job_id);

-- The targets that were added on a page. The connection string is encrypted with the keys in the data folder.
CREATE TABLE targets (
  name       TEXT COLLATE "C" PRIMARY KEY,
  connection TEXT COLLATE "C" NOT NULL,
  added_at   TEXT COLLATE "C" NOT NULL
);

-- Jobs that may have keys on an existing server: stored before a job writes there, and removed when a later look finds none.
-- The jobs of the command line are not in the table of jobs.
CREATE TABLE left_keys (
  job_id    TEXT COLLATE "C" NOT NULL,
  target    TEXT COLLATE "C" NOT NULL,
  -- host:port/database: the configuration may give the name of the target to another server.
  address   TEXT COLLATE "C" NOT NULL,
  -- The first look after which the server had no key of the job; a command that was under way may have arrived since.
  looked_at TEXT COLLATE "C",
  PRIMARY KEY (job_id, target)
);
