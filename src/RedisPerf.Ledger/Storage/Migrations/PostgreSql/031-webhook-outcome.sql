-- The last attempt to send a message to the webhook, in one row.
CREATE TABLE webhook_outcomes (
  id     TEXT COLLATE "C" PRIMARY KEY,
  at     TEXT COLLATE "C" NOT NULL,
  event  TEXT COLLATE "C" NOT NULL,
  state  TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C"              -- JSON; null for an accepted message
);
