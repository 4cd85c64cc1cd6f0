-- The time of the floor divided by its usual time, when an alert relative to the floor opened.
ALTER TABLE alerts ADD COLUMN machine DOUBLE PRECISION;
