-- How several nodes measured a run together, as JSON; null for one node.
ALTER TABLE runs ADD COLUMN shared_load TEXT COLLATE "C";

-- The nodes that measure a job together with the node that executes it, and their messages. They are valid while the job runs with this lease.
CREATE TABLE assistants (
  job_id   TEXT COLLATE "C" NOT NULL,
  lease    BIGINT NOT NULL,
  share    BIGINT NOT NULL,             -- from 1; the node that executes the job has the share 0
  node     TEXT COLLATE "C" NOT NULL,
  instance TEXT COLLATE "C" NOT NULL,   -- the process of the node
  PRIMARY KEY (job_id, share)
);
CREATE TABLE assistant_messages (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id       TEXT COLLATE "C" NOT NULL,
  lease        BIGINT NOT NULL,
  share        BIGINT NOT NULL,
  to_assistant BIGINT NOT NULL,         -- 1 to the assistant, 0 from it
  message      TEXT COLLATE "C" NOT NULL
);
CREATE INDEX assistant_messages_of_share ON assistant_messages (job_id, share, to_assistant, id);

-- Notifies the nodes of new assistants and messages. The data is read from the tables.
CREATE FUNCTION redisperf_assistants_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('redisperf_assistants', NEW.job_id);
  RETURN NULL;
END $$;

CREATE TRIGGER assistants_changed AFTER INSERT ON assistants FOR EACH ROW EXECUTE FUNCTION redisperf_assistants_changed();
CREATE TRIGGER assistant_messages_changed AFTER INSERT ON assistant_messages FOR EACH ROW EXECUTE FUNCTION redisperf_assistants_changed();
