-- The order of the queued jobs. Their ids have the time of their creation, and a clock may be set back.
ALTER TABLE jobs ADD COLUMN queue_order INTEGER;
