-- How several nodes measured a run together, as JSON; null for one node.
ALTER TABLE runs ADD COLUMN shared_load TEXT;

-- The nodes that measure a job together with the node that executes it, and their messages. They are valid while the job runs with this lease.
CREATE TABLE assistants (
  job_id   TEXT NOT NULL,
  lease    BIGINT NOT NULL,
  share    BIGINT NOT NULL,    -- from 1; the node that executes the job has the share 0
  node     TEXT NOT NULL,
  instance TEXT NOT NULL,      -- the process of the node
  PRIMARY KEY (job_id, share)
);
CREATE TABLE assistant_messages (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  job_id       TEXT NOT NULL,
  lease        BIGINT NOT NULL,
  share        BIGINT NOT NULL,
  to_assistant BIGINT NOT NULL,  -- 1 to the assistant, 0 from it
  message      TEXT NOT NULL
);
CREATE INDEX assistant_messages_of_share ON assistant_messages (job_id, share, to_assistant, id);
