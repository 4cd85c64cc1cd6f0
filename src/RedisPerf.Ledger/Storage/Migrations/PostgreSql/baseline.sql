-- The schema of a new ledger. COLLATE "C" sorts by bytes, as SQLite does, in a database of any locale. Times are ISO 8601 in
-- UTC. An id is a version 7 UUID in lower case, so that its text order is the order of creation. Whole numbers are BIGINT, so
-- that a row has the same types as in SQLite.

-- One row. The name of the product distinguishes a ledger from the database of another program.
CREATE TABLE ledger_version (
  product TEXT COLLATE "C" PRIMARY KEY,
  version BIGINT NOT NULL
);

CREATE TABLE jobs (
  id              TEXT COLLATE "C" PRIMARY KEY,
  -- #42.
  number          BIGINT,
  -- JobTitle makes it from the request.
  title           TEXT COLLATE "C",
  benchmark       TEXT COLLATE "C" NOT NULL,
  state           TEXT COLLATE "C" NOT NULL,
  requested_by    TEXT COLLATE "C" NOT NULL,
  schedule        TEXT COLLATE "C",
  -- The scheduled run that a rerun confirms.
  confirms        TEXT COLLATE "C",
  note            TEXT COLLATE "C",
  -- The note in lower case, for the case-insensitive filter.
  note_text       TEXT COLLATE "C",
  error           TEXT COLLATE "C",           -- JSON
  request         TEXT COLLATE "C" NOT NULL,  -- JSON
  environment     TEXT COLLATE "C",           -- JSON
  progress        TEXT COLLATE "C",           -- JSON
  created_at      TEXT COLLATE "C" NOT NULL,
  started_at      TEXT COLLATE "C",
  ended_at        TEXT COLLATE "C",
  -- The time of the last event, and how often the job continued.
  active_at       TEXT COLLATE "C",
  resumes         BIGINT NOT NULL DEFAULT 0,
  -- The order of the queued jobs. Their ids have the time of their creation, and a clock may be set back.
  queue_order     BIGINT,
  -- The node that executes the job, or executed it last. The lease increases with each start: events of an earlier execution
  -- are refused.
  node            TEXT COLLATE "C",
  lease           BIGINT NOT NULL DEFAULT 0,
  -- How many jobs with the same request were lost before: a job that ends its nodes is not repeated without end.
  repeats         BIGINT NOT NULL DEFAULT 0,
  -- How often a user excluded runs of the job or changed its baseline.
  changes         BIGINT NOT NULL DEFAULT 0,
  -- Rounds that are added to a job that has ended: see Continuation. Until the first added run is stored, request, progress and
  -- ended_at are those from before.
  continuation    TEXT COLLATE "C",           -- JSON
  starred         BOOLEAN NOT NULL DEFAULT FALSE,
  -- The best case, stored when the job ends: a list must not read every run.
  best_strategy   TEXT COLLATE "C",
  best_target     TEXT COLLATE "C",
  best_point      BIGINT,
  best_client     TEXT COLLATE "C",
  best_median     DOUBLE PRECISION,
  -- The strategies that tie with the best case, as a JSON array; NULL when the cases are not ranked.
  tied_strategies TEXT COLLATE "C",
  -- Equal in jobs whose best medians form one line: see JobSeries.
  series          TEXT COLLATE "C"
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

-- The number of jobs in each state is read from it.
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
  job_id               TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  strategy             TEXT COLLATE "C" NOT NULL,
  target               TEXT COLLATE "C" NOT NULL,
  point                BIGINT,
  -- The name of the client of a case; NULL when its job names no clients. The column client has the client's figures.
  client_name          TEXT COLLATE "C",
  round                BIGINT NOT NULL,
  warmup               BOOLEAN NOT NULL,
  state                TEXT COLLATE "C" NOT NULL,
  seconds              DOUBLE PRECISION,
  encode_seconds       DOUBLE PRECISION,
  operations           BIGINT,
  payload_bytes        BIGINT,
  wire_bytes           BIGINT,
  verified             BOOLEAN NOT NULL,
  error                TEXT COLLATE "C",  -- JSON
  client               TEXT COLLATE "C",  -- JSON
  server               TEXT COLLATE "C",  -- JSON
  -- What disturbed the run, and whether the summaries exclude the run, or its disturbed slices, for that.
  disturbed            TEXT COLLATE "C",  -- JSON
  disturbance_excluded BOOLEAN NOT NULL DEFAULT FALSE,
  figures              TEXT COLLATE "C",  -- JSON
  -- Seconds of each slice, and the indexes of the disturbed ones; NULL for a run that was measured as a whole.
  slices               TEXT COLLATE "C",  -- JSON
  disturbed_slices     TEXT COLLATE "C",  -- JSON
  -- The time scaled from the other slices; NULL when too few remain.
  scaled_seconds       DOUBLE PRECISION,
  -- How several nodes measured the run together; NULL for one node.
  shared_load          TEXT COLLATE "C"   -- JSON
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
  id         TEXT COLLATE "C" PRIMARY KEY,
  name       TEXT COLLATE "C" NOT NULL,
  cron       TEXT COLLATE "C" NOT NULL,
  time_zone  TEXT COLLATE "C" NOT NULL,
  benchmark  TEXT COLLATE "C" NOT NULL,
  request    TEXT COLLATE "C" NOT NULL,  -- JSON
  note       TEXT COLLATE "C",
  paused     BOOLEAN NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  next_at    TEXT COLLATE "C",                      -- NULL while it is paused
  last_job   TEXT COLLATE "C",                      -- may have been deleted
  missed     BIGINT NOT NULL DEFAULT 0  -- of all time; missed_scheduled_runs has the last ones
);

CREATE UNIQUE INDEX schedules_by_name ON schedules (name);

CREATE TABLE missed_scheduled_runs (
  schedule_id TEXT COLLATE "C" NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at      TEXT COLLATE "C" NOT NULL,
  reason      TEXT COLLATE "C" NOT NULL,  -- JSON
  PRIMARY KEY (schedule_id, due_at)
);

-- The reviews of scheduled runs. A completed job of a schedule without a row is not reviewed yet.
CREATE TABLE scheduled_run_reviews (
  job_id      TEXT COLLATE "C" PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  state       TEXT COLLATE "C" NOT NULL,
  rerun       TEXT COLLATE "C",  -- may have been deleted
  cases       TEXT COLLATE "C",  -- JSON: the suspicious ones
  reason      TEXT COLLATE "C",  -- JSON: why the run is unconfirmed
  reviewed_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX scheduled_run_reviews_by_state ON scheduled_run_reviews (state);

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
CREATE UNIQUE INDEX active_alerts_by_case ON alerts (schedule_id, strategy, target, COALESCE(point, -1), COALESCE(client, '')) WHERE ended_at IS NULL;
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

-- Jobs that may have keys on an existing server: stored before a job writes there, and removed when a later search finds none.
-- The jobs of the command line are not in the table of jobs.
CREATE TABLE left_keys (
  job_id      TEXT COLLATE "C" NOT NULL,
  target      TEXT COLLATE "C" NOT NULL,
  -- host:port/database: the configuration may give the name of the target to another server.
  address     TEXT COLLATE "C" NOT NULL,
  -- The first search that found no key of the job; a command that was under way may have arrived since.
  searched_at TEXT COLLATE "C",
  PRIMARY KEY (job_id, target)
);

-- The RedisPerf processes that share the ledger. A node increases its beat every second. A node whose beat does not change
-- is lost: its jobs are interrupted.
CREATE TABLE nodes (
  name        TEXT COLLATE "C" PRIMARY KEY,
  instance    TEXT COLLATE "C" NOT NULL,  -- a new one at each start of the process
  machine_id  TEXT COLLATE "C" NOT NULL,  -- equal for all processes on one machine, in containers too
  description TEXT COLLATE "C" NOT NULL,  -- JSON
  state       TEXT COLLATE "C" NOT NULL,
  beat        BIGINT NOT NULL,
  started_at  TEXT COLLATE "C" NOT NULL,
  seen_at     TEXT COLLATE "C" NOT NULL
);

-- The keys that protect forms, cookies and the connection strings of added targets, where several nodes share them. With SQLite
-- they are in files.
CREATE TABLE protection_keys (
  name TEXT COLLATE "C" PRIMARY KEY,
  xml  TEXT COLLATE "C" NOT NULL
);

-- The nodes that measure a job together with the node that executes it, and their messages. They are valid while the job runs
-- with this lease.
CREATE TABLE assistants (
  job_id   TEXT COLLATE "C" NOT NULL,
  lease    BIGINT NOT NULL,
  share    BIGINT NOT NULL,  -- from 1; the node that executes the job has the share 0
  node     TEXT COLLATE "C" NOT NULL,
  instance TEXT COLLATE "C" NOT NULL,    -- the process of the node
  PRIMARY KEY (job_id, share)
);

CREATE TABLE assistant_messages (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id       TEXT COLLATE "C" NOT NULL,
  lease        BIGINT NOT NULL,
  share        BIGINT NOT NULL,
  to_assistant BIGINT NOT NULL,  -- 1 to the assistant, 0 from it
  message      TEXT COLLATE "C" NOT NULL
);

CREATE INDEX assistant_messages_of_share ON assistant_messages (job_id, share, to_assistant, id);

-- Notifies the other nodes of each change of a job: its id, whether it is in another list now, and whether a user excluded runs
-- or changed the baseline, so that the job must be read again. The data is read from the tables.
CREATE FUNCTION redisperf_job_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', COALESCE(NEW.id, OLD.id) || ' ' || CASE
    WHEN TG_OP <> 'UPDATE' OR NEW.state <> OLD.state THEN 'moved'
    WHEN NEW.changes <> OLD.changes THEN 'changed'
    ELSE 'same' END);
  RETURN NULL;
END $$;

CREATE TRIGGER jobs_changed AFTER INSERT OR UPDATE OR DELETE ON jobs FOR EACH ROW EXECUTE FUNCTION redisperf_job_changed();

-- All nodes show the number of open alerts. The notification is that of the alert's job, as for a job that is in another list.
CREATE FUNCTION redisperf_alert_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', NEW.job || ' moved');
  RETURN NULL;
END $$;

CREATE TRIGGER alerts_changed AFTER INSERT OR UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION redisperf_alert_changed();

-- Notifies the nodes of new assistants and messages. The data is read from the tables.
CREATE FUNCTION redisperf_assistants_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_assistants', NEW.job_id);
  RETURN NULL;
END $$;

CREATE TRIGGER assistants_changed AFTER INSERT ON assistants FOR EACH ROW EXECUTE FUNCTION redisperf_assistants_changed();
CREATE TRIGGER assistant_messages_changed AFTER INSERT ON assistant_messages FOR EACH ROW EXECUTE FUNCTION redisperf_assistants_changed();
