-- Jobs that may have keys on an existing server: stored before a job writes there, and removed when a later look finds none.
-- The jobs of the command line are not in the table of jobs.
CREATE TABLE left_keys (
  job_id    TEXT NOT NULL,
  target    TEXT NOT NULL,
  -- host:port/database: the configuration may give the name of the target to another server.
  address   TEXT NOT NULL,
  -- The first look after which the server had no key of the job; a command that was under way may have arrived since.
  looked_at TEXT,
  PRIMARY KEY (job_id, target)
);
