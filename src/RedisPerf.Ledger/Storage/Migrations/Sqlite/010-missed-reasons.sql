-- Why a run was missed is a code with arguments in JSON. Of older rows only the sentence is known.
UPDATE missed_nights SET reason = json_object('code', 'text', 'args', json_object('text', reason));
