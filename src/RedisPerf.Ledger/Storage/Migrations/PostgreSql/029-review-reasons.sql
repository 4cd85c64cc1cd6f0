-- Why a scheduled run is unconfirmed: a code with arguments in JSON. Of older rows only the sentence (note) is known.
ALTER TABLE nights ADD COLUMN reason TEXT COLLATE "C";
