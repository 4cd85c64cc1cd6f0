-- The RedisPerf processes that share the ledger. A node increases its beat every second. A node whose beat stays the same
-- is lost: its jobs are interrupted.
CREATE TABLE nodes (
  name        TEXT PRIMARY KEY NOT NULL,
  instance    TEXT NOT NULL,   -- a new one at each start of the process
  machine_id  TEXT NOT NULL,   -- equal for all processes on one machine, in containers too
  description TEXT NOT NULL,   -- JSON
  state       TEXT NOT NULL,
  beat        BIGINT NOT NULL,
  started_at  TEXT NOT NULL,
  seen_at     TEXT NOT NULL
);

-- The node that executes a job, or executed it last. The lease increases with each start: events of an earlier execution are refused.
ALTER TABLE jobs ADD COLUMN node TEXT;
ALTER TABLE jobs ADD COLUMN lease BIGINT NOT NULL DEFAULT 0;
-- How many jobs with the same request were lost before: a job that ends its nodes is not repeated without end.
ALTER TABLE jobs ADD COLUMN repeats BIGINT NOT NULL DEFAULT 0;

-- The keys that protect forms, cookies and the connection strings of added targets, where several nodes share them. With SQLite
-- they are in files.
CREATE TABLE protection_keys (
  name TEXT PRIMARY KEY NOT NULL,
  xml  TEXT NOT NULL
);
