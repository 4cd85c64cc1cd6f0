-- The runs that a summary includes. The same rule as Run.IsCounted in C#; a test compares them.
CREATE VIEW counted_runs AS
SELECT job_id, strategy, target, point, round, seconds, operations
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND NOT left_out AND seconds > 0 AND seconds <= 1.7976931348623157e308;
