-- A case is a strategy at coordinates: the canonical text has one value for each axis. Before, a case had a target, the name of a client and
-- a point, the value of the one option that its benchmark varied.
DROP VIEW counted_runs;
DROP INDEX runs_by_job;
ALTER TABLE runs ADD COLUMN at TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE runs SET at = 'target=' || replace(replace(replace(target, '%', '%25'), '&', '%26'), '=', '%3D')
  || COALESCE('&client=' || replace(replace(replace(client_name, '%', '%25'), '&', '%26'), '=', '%3D'), '')
  || COALESCE('&' || CASE (SELECT benchmark FROM jobs WHERE jobs.id = runs.job_id) WHEN 'mget' THEN 'keysPerCall'
    WHEN 'load' THEN 'rates'
    WHEN 'list-push' THEN 'bulkSizes'
    WHEN 'pipelining' THEN 'batchSizes'
    WHEN 'connections' THEN 'connections'
    WHEN 'online-users' THEN 'users' ELSE 'point' END
    || '=' || CAST(point AS TEXT), '');
ALTER TABLE runs DROP COLUMN target;
ALTER TABLE runs DROP COLUMN point;
ALTER TABLE runs DROP COLUMN client_name;
-- Finds the runs of a job, and lets each be recorded once.
CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, at, round);

-- The runs that a summary includes. The same rule as Run.IsCounted in C#; a test compares them.
CREATE VIEW counted_runs AS
SELECT job_id, strategy, at, round,
  CASE WHEN disturbance_excluded THEN scaled_seconds ELSE seconds END AS seconds, operations, figures
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND (NOT disturbance_excluded OR scaled_seconds IS NOT NULL)
  AND seconds > 0 AND seconds <= 1.7976931348623157e308;

ALTER TABLE jobs ADD COLUMN best_at TEXT COLLATE "C";
UPDATE jobs SET best_at = 'target=' || replace(replace(replace(best_target, '%', '%25'), '&', '%26'), '=', '%3D')
  || COALESCE('&client=' || replace(replace(replace(best_client, '%', '%25'), '&', '%26'), '=', '%3D'), '')
  || COALESCE('&' || CASE benchmark WHEN 'mget' THEN 'keysPerCall'
    WHEN 'load' THEN 'rates'
    WHEN 'list-push' THEN 'bulkSizes'
    WHEN 'pipelining' THEN 'batchSizes'
    WHEN 'connections' THEN 'connections'
    WHEN 'online-users' THEN 'users' ELSE 'point' END
    || '=' || CAST(best_point AS TEXT), '')
WHERE best_target IS NOT NULL;
ALTER TABLE jobs DROP COLUMN best_target;
ALTER TABLE jobs DROP COLUMN best_point;
ALTER TABLE jobs DROP COLUMN best_client;

DROP INDEX active_alerts_by_case;
ALTER TABLE alerts ADD COLUMN at TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE alerts SET at = 'target=' || replace(replace(replace(target, '%', '%25'), '&', '%26'), '=', '%3D')
  || COALESCE('&client=' || replace(replace(replace(client, '%', '%25'), '&', '%26'), '=', '%3D'), '')
  || COALESCE('&' || CASE benchmark WHEN 'mget' THEN 'keysPerCall'
    WHEN 'load' THEN 'rates'
    WHEN 'list-push' THEN 'bulkSizes'
    WHEN 'pipelining' THEN 'batchSizes'
    WHEN 'connections' THEN 'connections'
    WHEN 'online-users' THEN 'users' ELSE 'point' END
    || '=' || CAST(point AS TEXT), '');
ALTER TABLE alerts DROP COLUMN target;
ALTER TABLE alerts DROP COLUMN point;
ALTER TABLE alerts DROP COLUMN client;
-- At most one active alert for a case of a schedule.
CREATE UNIQUE INDEX active_alerts_by_case ON alerts (schedule_id, strategy, at) WHERE ended_at IS NULL;
