-- The indexes of the disturbed slices of a run as JSON, and its time scaled from the others; NULL when too few remain. The
-- trend of a benchmark can compare one of its figures instead of the time on the clock.
ALTER TABLE runs ADD COLUMN disturbed_slices TEXT;
ALTER TABLE runs ADD COLUMN scaled_seconds REAL;

DROP VIEW counted_runs;
CREATE VIEW counted_runs AS
SELECT job_id, strategy, target, point, client_name, round, CASE WHEN left_out THEN scaled_seconds ELSE seconds END AS seconds, operations, figures
FROM runs
WHERE state = 'ok' AND verified AND NOT warmup AND (NOT left_out OR scaled_seconds IS NOT NULL) AND seconds > 0 AND seconds <= 1.7976931348623157e308;
