-- Requests that are asked for again and again. A schedule's jobs carry its name, so that they outlive it.
CREATE TABLE schedules (
  id          TEXT PRIMARY KEY NOT NULL,
  name        TEXT NOT NULL,
  cron        TEXT NOT NULL,
  time_zone   TEXT NOT NULL,
  benchmark   TEXT NOT NULL,
  request     TEXT NOT NULL,  -- JSON
  note        TEXT,
  paused      BOOLEAN NOT NULL,
  created_at  TEXT NOT NULL,
  next_at     TEXT,           -- when it is due; none while it is paused
  last_job    TEXT,           -- may have been deleted since
  -- All that were ever missed: of a long absence only the last nights are kept one by one.
  missed      BIGINT NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX schedules_by_name ON schedules (name);

CREATE TABLE missed_nights (
  schedule_id TEXT NOT NULL REFERENCES schedules (id) ON DELETE CASCADE,
  due_at      TEXT NOT NULL,
  reason      TEXT NOT NULL,
  PRIMARY KEY (schedule_id, due_at)
);
