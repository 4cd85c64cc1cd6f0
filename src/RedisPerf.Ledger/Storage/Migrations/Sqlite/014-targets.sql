-- The targets that were added on a page. The connection string is encrypted with the keys in the data folder.
CREATE TABLE targets (
  name       TEXT PRIMARY KEY NOT NULL,
  connection TEXT NOT NULL,
  added_at   TEXT NOT NULL
);
