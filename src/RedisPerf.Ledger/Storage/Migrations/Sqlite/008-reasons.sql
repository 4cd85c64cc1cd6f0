-- Why a job or a run failed, and what disturbed a run, are codes with arguments in JSON. Of older rows only the sentence is known.
UPDATE jobs SET error = json_object('code', 'text', 'args', json_object('text', error)) WHERE error IS NOT NULL;
UPDATE runs SET error = json_object('code', 'text', 'args', json_object('text', error)) WHERE error IS NOT NULL;
UPDATE runs SET disturbed = json_array(json_object('code', 'text', 'args', json_object('text', disturbed))) WHERE disturbed IS NOT NULL;
