-- The job that later ones of the same benchmark on the same target are compared with. A job that is one cannot go before it is unpinned.
CREATE TABLE baselines (
  benchmark TEXT NOT NULL,
  target    TEXT NOT NULL,
  job_id    TEXT NOT NULL REFERENCES jobs (id),
  pinned_at TEXT NOT NULL,
  PRIMARY KEY (benchmark, target)
);

CREATE INDEX baselines_by_job ON baselines (job_id);
