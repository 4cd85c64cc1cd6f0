-- The name of the client of a case; NULL when its job names no clients. The column client of runs has the client's figures.
ALTER TABLE runs ADD COLUMN client_name TEXT;
DROP INDEX runs_by_job;
CREATE UNIQUE INDEX runs_by_job ON runs (job_id, strategy, target, COALESCE(point, -1), COALESCE(client_name, ''), round);

DROP VIEW counted_runs;
CREATE VIEW counted_runs AS
SELECT job_id, strategy, target, point, client_name, round, seconds, operations
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND NOT left_out AND seconds > 0 AND seconds <= 1.7976931348623157e308;

ALTER TABLE alerts ADD COLUMN client TEXT;
DROP INDEX alerts_that_last;
CREATE UNIQUE INDEX alerts_that_last ON alerts (schedule_id, strategy, target, COALESCE(point, -1), COALESCE(client, '')) WHERE ended_at IS NULL;

ALTER TABLE jobs ADD COLUMN best_client TEXT;
