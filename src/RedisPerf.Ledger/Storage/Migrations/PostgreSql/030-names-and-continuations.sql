ALTER TABLE nights RENAME TO scheduled_run_reviews;
ALTER TABLE scheduled_run_reviews RENAME COLUMN judged_at TO reviewed_at;
ALTER TABLE scheduled_run_reviews RENAME CONSTRAINT nights_pkey TO scheduled_run_reviews_pkey;
ALTER TABLE scheduled_run_reviews RENAME CONSTRAINT nights_job_id_fkey TO scheduled_run_reviews_job_id_fkey;
ALTER INDEX nights_by_state RENAME TO scheduled_run_reviews_by_state;

-- Of the reviews of early versions only the sentence was stored.
UPDATE scheduled_run_reviews SET reason = json_build_object('code', 'text', 'args', json_build_object('text', note)) WHERE reason IS NULL
  AND note IS NOT NULL;
ALTER TABLE scheduled_run_reviews DROP COLUMN note;

ALTER TABLE missed_nights RENAME TO missed_scheduled_runs;
ALTER TABLE missed_scheduled_runs RENAME CONSTRAINT missed_nights_pkey TO missed_scheduled_runs_pkey;
ALTER TABLE missed_scheduled_runs RENAME CONSTRAINT missed_nights_schedule_id_fkey TO missed_scheduled_runs_schedule_id_fkey;
ALTER TABLE runs RENAME COLUMN left_out TO disturbance_excluded;
ALTER TABLE jobs RENAME COLUMN best_ties TO tied_strategies;
ALTER TABLE left_keys RENAME COLUMN looked_at TO searched_at;
ALTER INDEX alerts_that_last RENAME TO active_alerts_by_case;

-- Jobs that early versions queued run first.
UPDATE jobs SET queue_order = 0 WHERE queue_order IS NULL AND state IN ('queued', 'running');

-- Rounds that are added to a job: with an added run, the state and its reason from before; without one, the row gets the values
-- from before too.
ALTER TABLE jobs ADD COLUMN continuation TEXT COLLATE "C";
UPDATE jobs SET continuation = '{"state":"' || kept_state || '","error":' || COALESCE(kept_error, 'null') || '}'
WHERE kept_state IS NOT NULL AND kept_request IS NULL;
UPDATE jobs SET
  continuation = '{"state":"' || kept_state || '","error":' || COALESCE(kept_error, 'null') || ',"budgetSeconds":'
    || substring(request FROM '"budgetSeconds":([-+.eE0-9]+)') || ',"progress":' || COALESCE(progress, 'null') || '}',
  request = kept_request,
  progress = kept_progress,
  ended_at = kept_ended_at
WHERE kept_request IS NOT NULL;
ALTER TABLE jobs DROP COLUMN kept_state;
ALTER TABLE jobs DROP COLUMN kept_request;
ALTER TABLE jobs DROP COLUMN kept_progress;
ALTER TABLE jobs DROP COLUMN kept_ended_at;
ALTER TABLE jobs DROP COLUMN kept_error;
