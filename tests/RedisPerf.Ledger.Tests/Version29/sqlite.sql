-- The schema of version 29 as its migrations made it.

CREATE TABLE jobs (
  id            TEXT PRIMARY KEY NOT NULL,
  benchmark     TEXT NOT NULL,
  state         TEXT NOT NULL,
  requested_by  TEXT NOT NULL,
  schedule      TEXT,
  note          TEXT,
  error         TEXT,
  request       TEXT NOT NULL,
  environment   TEXT,
  progress      TEXT,
  created_at    TEXT NOT NULL,
  started_at    TEXT,
  ended_at      TEXT,

  best_strategy TEXT,
  best_target   TEXT,
  best_point    BIGINT,
  best_median   DOUBLE PRECISION
  , starred BOOLEAN NOT NULL DEFAULT FALSE
  , note_text TEXT
  , series TEXT
  , confirms TEXT
  , best_ties TEXT
  , number BIGINT
  , title TEXT
  , queue_order INTEGER
  , resumes INTEGER NOT NULL DEFAULT 0
  , active_at TEXT
  , best_client TEXT
  , node TEXT
  , lease BIGINT NOT NULL DEFAULT 0
  , repeats BIGINT NOT NULL DEFAULT 0
  , changes INTEGER NOT NULL DEFAULT 0
  , kept_state TEXT
  , kept_request TEXT
  , kept_progress TEXT
  , kept_ended_at TEXT
  , kept_error TEXT
);

CREATE TABLE runs (
  job_id         TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  strategy       TEXT NOT NULL,
  target         TEXT NOT NULL,
  point          BIGINT,
  round          INTEGER NOT NULL,
  warmup         BOOLEAN NOT NULL,
  state          TEXT NOT NULL,
  seconds        DOUBLE PRECISION,
  encode_seconds DOUBLE PRECISION,
  operations     BIGINT,
  payload_bytes  BIGINT,
  wire_bytes     BIGINT,
  verified       BOOLEAN NOT NULL,
  error          TEXT,
  client         TEXT,
  server         TEXT
  , disturbed TEXT
  , left_out BOOLEAN NOT NULL DEFAULT FALSE
  , figures TEXT
  , slices TEXT
  , client_name TEXT
  , disturbed_slices TEXT
  , scaled_seconds REAL
  , shared_load TEXT
);

CREATE TABLE job_targets (
  job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  PRIMARY KEY (job_id, target)
);

CREATE TABLE schedules (
  id          TEXT PRIMARY KEY NOT NULL,
  name        TEXT NOT NULL,
  cron        TEXT NOT NULL,
  time_zone   TEXT NOT NULL,
  benchmark   TEXT NOT NULL,
  request     TEXT NOT NULL,
  note        TEXT,
  paused      BOOLEAN NOT NULL,
  created_at  TEXT NOT NULL,
  next_at     TEXT,
  last_job    TEXT,

  missed      BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE missed_nights (
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at      TEXT NOT NULL,
  reason      TEXT NOT NULL,
  PRIMARY KEY (schedule_id, due_at)
);

CREATE TABLE nights (
  job_id    TEXT PRIMARY KEY NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  state     TEXT NOT NULL,
  rerun     TEXT,
  cases     TEXT,
  note      TEXT,
  judged_at TEXT NOT NULL
  , reason TEXT
);

CREATE TABLE alerts (
  id             TEXT PRIMARY KEY NOT NULL,
  schedule_id    TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  benchmark      TEXT NOT NULL,
  strategy       TEXT NOT NULL,
  target         TEXT NOT NULL,
  point          BIGINT,
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
  , client TEXT
);

CREATE TABLE webhook_messages (
  id         TEXT PRIMARY KEY NOT NULL,
  alert_id   TEXT NOT NULL,
  event      TEXT NOT NULL,
  body       TEXT NOT NULL,
  created_at TEXT NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  next_at    TEXT NOT NULL
);

CREATE TABLE baselines (
  benchmark TEXT NOT NULL,
  target    TEXT NOT NULL,
  job_id    TEXT NOT NULL REFERENCES jobs (id),
  pinned_at TEXT NOT NULL,
  PRIMARY KEY (benchmark, target)
);

CREATE TABLE job_numbers (last_number BIGINT NOT NULL);

CREATE VIRTUAL TABLE job_words USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3', detail = none);

CREATE TABLE targets (
  name       TEXT PRIMARY KEY NOT NULL,
  connection TEXT NOT NULL,
  added_at   TEXT NOT NULL
);

CREATE TABLE left_keys (
  job_id    TEXT NOT NULL,
  target    TEXT NOT NULL,

  address   TEXT NOT NULL,

  looked_at TEXT,
  PRIMARY KEY (job_id, target)
);

CREATE TABLE nodes (
  name        TEXT PRIMARY KEY NOT NULL,
  instance    TEXT NOT NULL,
  machine_id  TEXT NOT NULL,
  description TEXT NOT NULL,
  state       TEXT NOT NULL,
  beat        BIGINT NOT NULL,
  started_at  TEXT NOT NULL,
  seen_at     TEXT NOT NULL
);

CREATE TABLE protection_keys (
  name TEXT PRIMARY KEY NOT NULL,
  xml  TEXT NOT NULL
);

CREATE TABLE assistants (
  job_id   TEXT NOT NULL,
  lease    BIGINT NOT NULL,
  share    BIGINT NOT NULL,
  node     TEXT NOT NULL,
  instance TEXT NOT NULL,
  PRIMARY KEY (job_id, share)
);

CREATE TABLE assistant_messages (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id       TEXT NOT NULL,
  lease        BIGINT NOT NULL,
  share        BIGINT NOT NULL,
  to_assistant BIGINT NOT NULL,
  message      TEXT NOT NULL
);

CREATE INDEX job_targets_by_target ON job_targets (target, job_id);

CREATE INDEX jobs_by_state ON jobs (state, id, benchmark, schedule, starred, note_text);

CREATE INDEX jobs_by_benchmark ON jobs (benchmark, id, state, schedule, starred, note_text);

CREATE INDEX jobs_by_benchmark_and_state ON jobs (benchmark, state, id, schedule, starred, note_text);

CREATE INDEX jobs_by_schedule ON jobs (schedule, id, benchmark, state, starred, note_text) WHERE schedule IS NOT NULL;

CREATE INDEX jobs_with_star ON jobs (id, benchmark, state, schedule, note_text) WHERE starred;

CREATE INDEX jobs_with_note ON jobs (id, note_text, benchmark, state, schedule, starred) WHERE note_text IS NOT NULL;

CREATE INDEX jobs_by_series ON jobs (series, id, best_median);

CREATE INDEX jobs_by_end ON jobs (ended_at);

CREATE UNIQUE INDEX schedules_by_name ON schedules (name);

CREATE INDEX nights_by_state ON nights (state);

CREATE INDEX alerts_by_state ON alerts (state, id);

CREATE INDEX baselines_by_job ON baselines (job_id);

CREATE UNIQUE INDEX jobs_by_number ON jobs (number);

CREATE INDEX jobs_per_state ON jobs (state);

CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, target, COALESCE(point, -1), COALESCE(client_name, ''), round);

CREATE UNIQUE INDEX alerts_that_last ON alerts (schedule_id, strategy, target, COALESCE(point, -1), COALESCE(client, '')) WHERE ended_at IS NULL;

CREATE INDEX assistant_messages_of_share ON assistant_messages (job_id, share, to_assistant, id);

CREATE TRIGGER job_words_of_deleted AFTER DELETE ON jobs BEGIN
  DELETE FROM job_words WHERE rowid = old.number;
END;

CREATE VIEW counted_runs AS
SELECT job_id, strategy, target, point, client_name, round, CASE WHEN left_out THEN scaled_seconds ELSE seconds END AS seconds, operations, figures
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND (NOT left_out OR scaled_seconds IS NOT NULL) AND seconds > 0 AND seconds <= 1.7976931348623157e308;

INSERT INTO job_numbers (last_number) VALUES (0);

PRAGMA user_version = 29;
