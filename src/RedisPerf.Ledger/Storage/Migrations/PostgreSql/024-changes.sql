-- How often a user excluded runs of the job or changed its baseline.
ALTER TABLE jobs ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;

-- As before, and whether such a change was made: then the other nodes read the job again. An earlier version takes it for one that is in the same list.
CREATE OR REPLACE FUNCTION redisperf_job_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_jobs', COALESCE(NEW.id, OLD.id) || ' ' || CASE
    WHEN TG_OP <> 'UPDATE' OR NEW.state <> OLD.state THEN 'moved'
    WHEN NEW.changes <> OLD.changes THEN 'changed'
    ELSE 'same' END);
  RETURN NULL;
END $$;
