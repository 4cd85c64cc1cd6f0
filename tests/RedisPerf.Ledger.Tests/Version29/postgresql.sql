-- The schema of version 29 as its migrations made it.

CREATE TABLE ledger_version (
  product TEXT COLLATE "C" PRIMARY KEY,
  version BIGINT NOT NULL
);

CREATE TABLE jobs (
  id            TEXT COLLATE "C" PRIMARY KEY,
  number        BIGINT,
  title         TEXT COLLATE "C",
  benchmark     TEXT COLLATE "C" NOT NULL,
  state         TEXT COLLATE "C" NOT NULL,
  requested_by  TEXT COLLATE "C" NOT NULL,
  schedule      TEXT COLLATE "C",
  confirms      TEXT COLLATE "C",
  note          TEXT COLLATE "C",
  note_text     TEXT COLLATE "C",
  error         TEXT COLLATE "C",
  request       TEXT COLLATE "C" NOT NULL,
  environment   TEXT COLLATE "C",
  progress      TEXT COLLATE "C",
  created_at    TEXT COLLATE "C" NOT NULL,
  started_at    TEXT COLLATE "C",
  ended_at      TEXT COLLATE "C",
  active_at     TEXT COLLATE "C",
  resumes       BIGINT NOT NULL DEFAULT 0,
  queue_order   BIGINT,
  starred       BOOLEAN NOT NULL DEFAULT FALSE,
  best_strategy TEXT COLLATE "C",
  best_target   TEXT COLLATE "C",
  best_point    BIGINT,
  best_client   TEXT COLLATE "C",
  best_median   DOUBLE PRECISION,
  best_ties     TEXT COLLATE "C",
  series        TEXT COLLATE "C"
);

CREATE TABLE job_numbers (last_number BIGINT NOT NULL);
INSERT INTO job_numbers (last_number) VALUES (0);
CREATE UNIQUE INDEX jobs_by_number ON jobs (number);

CREATE INDEX jobs_by_state ON jobs (state, id, benchmark, schedule, starred);
CREATE INDEX jobs_by_benchmark ON jobs (benchmark, id, state, schedule, starred);
CREATE INDEX jobs_by_benchmark_and_state ON jobs (benchmark, state, id, schedule, starred);
CREATE INDEX jobs_by_schedule ON jobs (schedule, id, benchmark, state, starred) WHERE schedule IS NOT NULL;
CREATE INDEX jobs_with_star ON jobs (id, benchmark, state, schedule) WHERE starred;
CREATE INDEX jobs_with_note ON jobs (id, benchmark, state, schedule, starred) WHERE note_text IS NOT NULL;

CREATE INDEX jobs_per_state ON jobs (state);
CREATE INDEX jobs_by_series ON jobs (series, id, best_median);
CREATE INDEX jobs_by_end ON jobs (ended_at);

CREATE TABLE job_targets (
  job_id TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  target TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_id, target)
);

CREATE INDEX job_targets_by_target ON job_targets (target, job_id);

CREATE TABLE job_words (
  job_number BIGINT PRIMARY KEY REFERENCES jobs (number) ON DELETE CASCADE,
  words      TSVECTOR NOT NULL
);

CREATE INDEX job_words_by_word ON job_words USING gin (words) WITH (fastupdate = off);

CREATE TABLE runs (
  job_id           TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  strategy         TEXT COLLATE "C" NOT NULL,
  target           TEXT COLLATE "C" NOT NULL,
  point            BIGINT,
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
  error            TEXT COLLATE "C",
  client           TEXT COLLATE "C",
  server           TEXT COLLATE "C",
  disturbed        TEXT COLLATE "C",
  left_out         BOOLEAN NOT NULL DEFAULT FALSE,
  figures          TEXT COLLATE "C",
  slices           TEXT COLLATE "C",
  disturbed_slices TEXT COLLATE "C",
  scaled_seconds   DOUBLE PRECISION
);

CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, target, COALESCE(point, -1), COALESCE(client_name, ''), round);

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
  request    TEXT COLLATE "C" NOT NULL,
  note       TEXT COLLATE "C",
  paused     BOOLEAN NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  next_at    TEXT COLLATE "C",
  last_job   TEXT COLLATE "C",
  missed     BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX schedules_by_name ON schedules (name);

CREATE TABLE missed_nights (
  schedule_id TEXT COLLATE "C" NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at      TEXT COLLATE "C" NOT NULL,
  reason      TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (schedule_id, due_at)
);

CREATE TABLE nights (
  job_id    TEXT COLLATE "C" PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  state     TEXT COLLATE "C" NOT NULL,
  rerun     TEXT COLLATE "C",
  cases     TEXT COLLATE "C",
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

CREATE UNIQUE INDEX alerts_that_last ON alerts (schedule_id, strategy, target, COALESCE(point, -1), COALESCE(client, '')) WHERE ended_at IS NULL;
CREATE INDEX alerts_by_state ON alerts (state, id);

CREATE TABLE webhook_messages (
  id         TEXT COLLATE "C" PRIMARY KEY,
  alert_id   TEXT COLLATE "C" NOT NULL,
  event      TEXT COLLATE "C" NOT NULL,
  body       TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  attempts   BIGINT NOT NULL DEFAULT 0,
  next_at    TEXT COLLATE "C" NOT NULL
);

CREATE TABLE baselines (
  benchmark TEXT COLLATE "C" NOT NULL,
  target    TEXT COLLATE "C" NOT NULL,
  job_id    TEXT COLLATE "C" NOT NULL REFERENCES jobs (id),
  pinned_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (benchmark, target)
);

CREATE INDEX baselines_by_job ON baselines (job_id);

CREATE TABLE targets (
  name       TEXT COLLATE "C" PRIMARY KEY,
  connection TEXT COLLATE "C" NOT NULL,
  added_at   TEXT COLLATE "C" NOT NULL
);

CREATE TABLE left_keys (
  job_id    TEXT COLLATE "C" NOT NULL,
  target    TEXT COLLATE "C" NOT NULL,
  address   TEXT COLLATE "C" NOT NULL,
  looked_at TEXT COLLATE "C",
  PRIMARY KEY (job_id, target)
);

CREATE TABLE nodes (
  name        TEXT COLLATE "C" PRIMARY KEY,
  instance    TEXT COLLATE "C" NOT NULL,
  machine_id  TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  state       TEXT COLLATE "C" NOT NULL,
  beat        BIGINT NOT NULL,
  started_at  TEXT COLLATE "C" NOT NULL,
  seen_at     TEXT COLLATE "C" NOT NULL
);

ALTER TABLE jobs ADD COLUMN node TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN lease BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN repeats BIGINT NOT NULL DEFAULT 0;

CREATE FUNCTION redisperf_job_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', COALESCE(NEW.id, OLD.id) || ' ' || CASE WHEN TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN 'same' ELSE 'moved' END);
  RETURN NULL;
END $$;

CREATE TRIGGER jobs_changed AFTER INSERT OR UPDATE OR DELETE ON jobs FOR EACH ROW EXECUTE FUNCTION redisperf_job_changed();

CREATE TABLE protection_keys (
  name TEXT COLLATE "C" PRIMARY KEY,
  xml  TEXT COLLATE "C" NOT NULL
);

ALTER TABLE runs ADD COLUMN shared_load TEXT COLLATE "C";

CREATE TABLE assistants (
  job_id   TEXT COLLATE "C" NOT NULL,
  lease    BIGINT NOT NULL,
  share    BIGINT NOT NULL,
  node     TEXT COLLATE "C" NOT NULL,
  instance TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_id, share)
);
CREATE TABLE assistant_messages (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id       TEXT COLLATE "C" NOT NULL,
  lease        BIGINT NOT NULL,
  share        BIGINT NOT NULL,
  to_assistant BIGINT NOT NULL,
  message      TEXT COLLATE "C" NOT NULL
);
CREATE INDEX assistant_messages_of_share ON assistant_messages (job_id, share, to_assistant, id);

CREATE FUNCTION redisperf_assistants_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_assistants', NEW.job_id);
  RETURN NULL;
END $$;

CREATE TRIGGER assistants_changed AFTER INSERT ON assistants FOR EACH ROW EXECUTE FUNCTION redisperf_assistants_changed();
CREATE TRIGGER assistant_messages_changed AFTER INSERT ON assistant_messages FOR EACH ROW EXECUTE FUNCTION redisperf_assistants_changed();

ALTER TABLE jobs ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION redisperf_job_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', COALESCE(NEW.id, OLD.id) || ' ' || CASE
    WHEN TG_OP <> 'UPDATE' OR NEW.state <> OLD.state THEN 'moved'
    WHEN NEW.changes <> OLD.changes THEN 'changed'
    ELSE 'same' END);
  RETURN NULL;
END $$;

ALTER TABLE jobs ADD COLUMN kept_state TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN kept_request TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN kept_progress TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN kept_ended_at TEXT COLLATE "C";

ALTER TABLE jobs ADD COLUMN kept_error TEXT COLLATE "C";

CREATE FUNCTION redisperf_alert_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', NEW.job || ' moved');
  RETURN NULL;
END $$;

CREATE TRIGGER alerts_changed AFTER INSERT OR UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION redisperf_alert_changed();

ALTER TABLE nights ADD COLUMN reason TEXT COLLATE "C";

INSERT INTO ledger_version (product, version) VALUES ('RedisPerf', 29);
