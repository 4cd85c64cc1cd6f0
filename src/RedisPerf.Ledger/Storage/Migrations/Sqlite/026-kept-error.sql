-- The reason of kept_state.
ALTER TABLE jobs ADD COLUMN kept_error TEXT;
