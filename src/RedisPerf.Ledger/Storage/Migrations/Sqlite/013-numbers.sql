-- The number of a job: #42. The last one is stored, so that the number of a deleted job is not given again.
ALTER TABLE jobs ADD COLUMN number BIGINT;

CREATE TABLE job_numbers (last_number BIGINT NOT NULL);

UPDATE jobs SET number = numbered.place
FROM (SELECT id AS job, ROW_NUMBER() OVER (ORDER BY id) AS place FROM jobs) AS numbered WHERE numbered.job = jobs.id;

INSERT INTO job_numbers (last_number) SELECT COUNT(*) FROM jobs;

CREATE UNIQUE INDEX jobs_by_number ON jobs (number);

-- JobTitle makes it from the request. SearchFilling fills it for existing jobs.
ALTER TABLE jobs ADD COLUMN title TEXT;

-- Narrow, so that the jobs of each state are counted quickly.
CREATE INDEX jobs_per_state ON jobs (state);

-- The words by which a job is found, by its number. Only the index of the words is stored: JobRow makes them from the row.
CREATE VIRTUAL TABLE job_words USING fts5 (words, content = '', contentless_delete = 1, prefix = '2 3', detail = none);

CREATE TRIGGER job_words_of_deleted AFTER DELETE ON jobs BEGIN
  DELETE FROM job_words WHERE rowid = old.number;
END;
