-- Times are ISO 8601 in UTC. An id is a version 7 UUID in lower case, so that its text order is the order of creation.
CREATE TABLE jobs (
  id            TEXT PRIMARY KEY NOT NULL,
  benchmark     TEXT NOT NULL,
  state         TEXT NOT NULL,
  requested_by  TEXT NOT NULL,
  schedule      TEXT,
  note          TEXT,
  error         TEXT,
  request       TEXT NOT NULL,  -- JSON
  environment   TEXT,           -- JSON
  progress      TEXT,           -- JSON
  created_at    TEXT NOT NULL,
  started_at    TEXT,
  ended_at      TEXT,
  -- The fastest contender, kept when the job ends: a list must not read every run.
  best_strategy TEXT,
  best_target   TEXT,
  best_point    BIGINT,
  best_median   DOUBLE PRECISION
);

CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE INDEX jobs_by_benchmark ON jobs (benchmark, id);
CREATE INDEX jobs_by_benchmark_and_state ON jobs (benchmark, state, id);

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
  client         TEXT,  -- JSON
  server         TEXT   -- JSON
);

-- Finds the runs of a job, and lets each be recorded once. A point is never negative; NULLs alone would not collide.
CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, target, COALESCE(point, -1), round);
