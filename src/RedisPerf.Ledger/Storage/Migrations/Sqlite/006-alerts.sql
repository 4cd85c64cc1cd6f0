-- The night that a rerun was asked for to confirm.
ALTER TABLE jobs ADD COLUMN confirms TEXT;

-- What was said of a schedule's completed job. One that is not here is still to be judged.
CREATE TABLE nights (
  job_id    TEXT PRIMARY KEY NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  state     TEXT NOT NULL,
  rerun     TEXT,            -- the job that was asked for to confirm it; may have been deleted since
  cases     TEXT,            -- JSON: those that looked slower
  note      TEXT,
  judged_at TEXT NOT NULL
);

CREATE INDEX nights_by_state ON nights (state);

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
);

-- At most one lasts for a schedule's case.
CREATE UNIQUE INDEX alerts_that_last ON alerts (schedule_id, strategy, target, COALESCE(point, -1)) WHERE ended_at IS NULL;
CREATE INDEX alerts_by_state ON alerts (state, id);

-- What the webhook is still to be told.
CREATE TABLE webhook_messages (
  id         TEXT PRIMARY KEY NOT NULL,
  alert_id   TEXT NOT NULL,
  event      TEXT NOT NULL,
  body       TEXT NOT NULL,  -- JSON: the alert as it was then
  created_at TEXT NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  next_at    TEXT NOT NULL
);
