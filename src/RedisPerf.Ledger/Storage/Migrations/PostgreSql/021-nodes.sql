-- The RedisPerf processes that share the ledger. A node increases its beat every second. A node whose beat stays the same
-- is lost: its jobs are interrupted.
CREATE TABLE nodes (
  name        TEXT COLLATE "C" PRIMARY KEY,
  instance    TEXT COLLATE "C" NOT NULL,   -- a new one at each start of the process
  machine_id  TEXT COLLATE "C" NOT NULL,   -- equal for all processes on one machine, in containers too
  description TEXT COLLATE "C" NOT NULL,   -- JSON
  state       TEXT COLLATE "C" NOT NULL,
  beat        BIGINT NOT NULL,
  started_at  TEXT COLLATE "C" NOT NULL,
  seen_at     TEXT COLLATE "C" NOT NULL
);

-- The node that executes a job, or executed it last. The lease increases with each start: events of an earlier execution are refused.
ALTER TABLE jobs ADD COLUMN node TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN lease BIGINT NOT NULL DEFAULT 0;
-- How many jobs with the same request were lost before: a job that ends its nodes is not repeated without end.
ALTER TABLE jobs ADD COLUMN repeats BIGINT NOT NULL DEFAULT 0;

-- Notifies the other nodes of each change of a job: its id, and whether it is in another list now. The data is read from the tables.
CREATE FUNCTION redisperf_job_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', COALESCE(NEW.id, OLD.id) || ' ' || CASE WHEN TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN 'same' ELSE 'moved' END);
  RETURN NULL;
END $$;

CREATE TRIGGER jobs_changed AFTER INSERT OR UPDATE OR DELETE ON jobs FOR EACH ROW EXECUTE FUNCTION redisperf_job_changed();

-- The keys that protect forms, cookies and the connection strings of added targets, where several nodes share them. With SQLite
-- they are in files.
CREATE TABLE protection_keys (
  name TEXT COLLATE "C" PRIMARY KEY,
  xml  TEXT COLLATE "C" NOT NULL
);
