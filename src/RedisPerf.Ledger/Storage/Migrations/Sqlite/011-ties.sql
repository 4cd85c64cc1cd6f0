-- The strategies that tie with the best case, as a JSON array; null when the cases are not ranked, as in earlier versions.
ALTER TABLE jobs ADD COLUMN best_ties TEXT;
