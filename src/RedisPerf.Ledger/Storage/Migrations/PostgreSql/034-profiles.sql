-- The profiles of the cases of a job: the last one of each case. They are no runs, and in no summary.
CREATE TABLE profiles (
  job_id   TEXT COLLATE "C" NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  strategy TEXT COLLATE "C" NOT NULL,
  at       TEXT COLLATE "C" NOT NULL,
  profile  TEXT COLLATE "C" NOT NULL,  -- JSON, compressed with Brotli, as Base64
  PRIMARY KEY (job_id, strategy, at)
);
