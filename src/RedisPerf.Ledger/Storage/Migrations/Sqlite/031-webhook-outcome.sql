-- The last attempt to send a message to the webhook, in one row.
CREATE TABLE webhook_outcomes (
  id     TEXT PRIMARY KEY NOT NULL,
  at     TEXT NOT NULL,
  event  TEXT NOT NULL,
  state  TEXT NOT NULL,
  reason TEXT              -- JSON; null for an accepted message
);
