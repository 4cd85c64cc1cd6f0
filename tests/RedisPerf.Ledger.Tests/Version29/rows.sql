-- Rows of version 29, for both databases: written by that version, with jobs in each state.

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, request, environment, progress, created_at, started_at, ended_at, best_strategy, best_target,
  best_median, starred, note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'sample',
  'completed',
  'api',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '{"done":4,"total":4,"fraction":1,"secondsLeft":0,"current":null}',
  '2026-11-21T10:00:00.0000000Z',
  '2026-11-21T10:00:01.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'quick',
  'here',
  0.9,
  TRUE,
  'a note',
  '93d3132292474483907a9edb2af471aa',
  1,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  1);

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, error, request, environment, created_at, started_at, ended_at, best_strategy, best_target,
  best_median, starred, note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8c-9010-7e31-8ce5-8e335acdc23c',
  'sample',
  'failed',
  'api',
  'a note',
  '{"code":"noReplyInTime","args":{}}',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '2026-11-21T10:00:10.0000000Z',
  '2026-11-21T10:00:11.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'slow',
  'here',
  2.0,
  FALSE,
  'a note',
  '913f4e1f4022da923b6cc360934ad86b',
  2,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, request, created_at, started_at, ended_at, best_strategy, best_target, best_median, starred,
  note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8c-b720-7bf4-9752-07ed4df0e88f',
  'sample',
  'cancelled',
  'api',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '2026-11-21T10:00:20.0000000Z',
  '2026-11-21T10:00:21.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'quick',
  'here',
  1.5,
  FALSE,
  'a note',
  '69eedef0e5b90c129a0e8a99853a0ece',
  3,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, error, request, environment, created_at, started_at, ended_at, best_strategy, best_target,
  best_median, starred, note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8c-de30-730f-9c1d-1203902a68f4',
  'sample',
  'interrupted',
  'api',
  'a note',
  '{"code":"processStopped","args":{}}',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '2026-11-21T10:00:30.0000000Z',
  '2026-11-21T10:00:31.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'slow',
  'here',
  2.0,
  FALSE,
  'a note',
  '913f4e1f4022da923b6cc360934ad86b',
  4,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, schedule, note, request, created_at, started_at, ended_at, best_strategy, best_target, best_median,
  starred, note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  'sample',
  'completed',
  'api',
  'daily',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '2026-11-21T10:00:40.0000000Z',
  '2026-11-21T10:00:00.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'quick',
  'here',
  1.0,
  FALSE,
  'a note',
  '69eedef0e5b90c129a0e8a99853a0ece',
  5,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, schedule, note, request, environment, created_at, started_at, ended_at, best_strategy, best_target,
  best_median, starred, note_text, series, confirms, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8d-0928-70eb-a741-eeb7af6c2e28',
  'sample',
  'completed',
  'api',
  'daily',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '2026-11-21T10:00:41.0000000Z',
  '2026-11-21T10:00:00.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'quick',
  'here',
  1.1,
  FALSE,
  'a note',
  '93d3132292474483907a9edb2af471aa',
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  6,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, schedule, note, request, created_at, started_at, ended_at, best_strategy, best_target, best_median,
  starred, note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes)
VALUES (
  '01a1fd8d-2c50-76ca-879a-9f2963337306',
  'sample',
  'completed',
  'api',
  'daily',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '2026-11-21T10:00:50.0000000Z',
  '2026-11-21T10:00:00.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  'quick',
  'here',
  1.0,
  FALSE,
  'a note',
  '69eedef0e5b90c129a0e8a99853a0ece',
  7,
  1,
  0,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, request, environment, progress, created_at, started_at, best_strategy, best_target, best_median,
  starred, note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes, kept_state, kept_request,
  kept_progress, kept_ended_at)
VALUES (
  '01a1fd8d-5360-7355-970c-fa719bb4fb1b',
  'sample',
  'running',
  'api',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":63,"until":"decided","budgetSeconds":60,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '{"done":0,"total":5,"fraction":1,"secondsLeft":0,"current":null}',
  '2026-11-21T10:01:00.0000000Z',
  '2026-11-21T10:01:01.0000000Z',
  'quick',
  'here',
  1.5,
  FALSE,
  'a note',
  '93d3132292474483907a9edb2af471aa',
  8,
  2,
  1,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  2,
  0,
  0,
  'completed',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"done":3,"total":3,"fraction":1,"secondsLeft":0,"current":null}',
  '2026-11-21T10:01:00.0000000Z');

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, error, request, environment, created_at, started_at, ended_at, starred, note_text, number,
  queue_order, resumes, active_at, node, lease, repeats, changes, kept_state, kept_error)
VALUES (
  '01a1fd8d-7a70-77df-9b97-f67aa01ea677',
  'sample',
  'interrupted',
  'api',
  'a note',
  '{"code":"processStopped","args":{}}',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":63,"until":"decided","budgetSeconds":60,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '2026-11-21T10:01:10.0000000Z',
  '2026-11-21T10:01:11.0000000Z',
  '2026-11-21T10:01:00.0000000Z',
  FALSE,
  'a note',
  9,
  4,
  1,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  2,
  0,
  0,
  'failed',
  '{"code":"noReplyInTime","args":{}}');

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, request, environment, created_at, started_at, best_strategy, best_target, best_median, starred,
  note_text, series, number, queue_order, resumes, active_at, node, lease, repeats, changes, kept_state, kept_request, kept_progress,
  kept_ended_at, kept_error)
VALUES (
  '01a1fd8d-a180-7c58-b5d0-5ffdcfa91ef0',
  'sample',
  'queued',
  'api',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":"quick","runs":63,"until":"decided","budgetSeconds":30.5,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"machine":"machine","cores":2,"memory":17179869184,"os":"os","runtime":"runtime","client":"client","version":"1","targets":[{"name":"here","engine":"Redis","version":"7","roundTrip":6E-05,"settings":{"save":""},"relayCost":null,"lacks":{}}],"pinning":null,"loadNodes":[],"unsupported":[]}',
  '2026-11-21T10:01:20.0000000Z',
  '2026-11-21T10:01:21.0000000Z',
  'quick',
  'here',
  1.5,
  FALSE,
  'a note',
  '93d3132292474483907a9edb2af471aa',
  10,
  4,
  1,
  '2026-11-21T10:01:00.0000000Z',
  'here',
  1,
  0,
  1,
  'failed',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":"quick","runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '{"done":2,"total":4,"fraction":1,"secondsLeft":0,"current":null}',
  '2026-11-21T10:01:00.0000000Z',
  '{"code":"noReplyInTime","args":{}}');

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, request, created_at, starred, note_text, number, resumes, lease, repeats, changes)
VALUES (
  '01a1fd8d-c890-7452-a61f-4694e1ffd32b',
  'sample',
  'queued',
  'api',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '2026-11-21T10:01:30.0000000Z',
  FALSE,
  'a note',
  11,
  0,
  0,
  0,
  0);

INSERT INTO jobs (
  id, benchmark, state, requested_by, note, request, created_at, starred, note_text, number, queue_order, resumes, lease, repeats, changes)
VALUES (
  '01a1fd8d-efa0-77a9-af2c-a0612276b5ab',
  'sample',
  'queued',
  'api',
  'a note',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  '2026-11-21T10:01:40.0000000Z',
  FALSE,
  'a note',
  12,
  5,
  0,
  0,
  0,
  0);

UPDATE job_numbers SET last_number = 12;

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-9010-7e31-8ce5-8e335acdc23c',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-9010-7e31-8ce5-8e335acdc23c',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-b720-7bf4-9752-07ed4df0e88f',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-b720-7bf4-9752-07ed4df0e88f',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-de30-730f-9c1d-1203902a68f4',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8c-de30-730f-9c1d-1203902a68f4',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-0928-70eb-a741-eeb7af6c2e28',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-0928-70eb-a741-eeb7af6c2e28',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-2c50-76ca-879a-9f2963337306',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-2c50-76ca-879a-9f2963337306',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-5360-7355-970c-fa719bb4fb1b',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-5360-7355-970c-fa719bb4fb1b',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-7a70-77df-9b97-f67aa01ea677',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-7a70-77df-9b97-f67aa01ea677',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-a180-7c58-b5d0-5ffdcfa91ef0',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-a180-7c58-b5d0-5ffdcfa91ef0',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-c890-7452-a61f-4694e1ffd32b',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-c890-7452-a61f-4694e1ffd32b',
  'there');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-efa0-77a9-af2c-a0612276b5ab',
  'here');

INSERT INTO job_targets (
  job_id, target)
VALUES (
  '01a1fd8d-efa0-77a9-af2c-a0612276b5ab',
  'there');

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'slow',
  'here',
  0,
  TRUE,
  'ok',
  3.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'slow',
  'here',
  1,
  FALSE,
  'ok',
  2.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'slow',
  'here',
  2,
  FALSE,
  'ok',
  2.1,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  disturbed, left_out, slices, disturbed_slices, scaled_seconds)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  0.9,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  '[{"code":"noReplyInTime","args":{}}]',
  TRUE,
  '[0.4,0.5]',
  '[1]',
  0.8);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  'quick',
  'here',
  2,
  FALSE,
  'ok',
  1.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-9010-7e31-8ce5-8e335acdc23c',
  'slow',
  'here',
  1,
  FALSE,
  'ok',
  2.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-b720-7bf4-9752-07ed4df0e88f',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.5,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8c-de30-730f-9c1d-1203902a68f4',
  'slow',
  'here',
  1,
  FALSE,
  'ok',
  2.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-0928-70eb-a741-eeb7af6c2e28',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.1,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-2c50-76ca-879a-9f2963337306',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.0,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-5360-7355-970c-fa719bb4fb1b',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.5,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-7a70-77df-9b97-f67aa01ea677',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.5,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-7a70-77df-9b97-f67aa01ea677',
  'quick',
  'here',
  2,
  FALSE,
  'ok',
  1.6,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-a180-7c58-b5d0-5ffdcfa91ef0',
  'quick',
  'here',
  1,
  FALSE,
  'ok',
  1.5,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO runs (
  job_id, strategy, target, round, warmup, state, seconds, encode_seconds, operations, payload_bytes, wire_bytes, verified, client, server,
  left_out)
VALUES (
  '01a1fd8d-a180-7c58-b5d0-5ffdcfa91ef0',
  'slow',
  'here',
  1,
  FALSE,
  'ok',
  2.5,
  0.0,
  1000,
  32000,
  33000,
  TRUE,
  '{"cpuSeconds":0.5,"allocatedBytes":1000,"peakWorkingSet":2000,"workingSetGrowth":null,"collections":null,"poolDelay":null,"stolen":null,"others":null,"idle":null}',
  '{"cpuSeconds":null,"usedMemoryDelta":-5,"netInputBytes":33000,"commands":{"hset":1000},"busiestShardCpuSeconds":null}',
  FALSE);

INSERT INTO schedules (
  id, name, cron, time_zone, benchmark, request, paused, created_at, next_at, missed)
VALUES (
  '01a1fd8c-6900-7255-a68c-e7fcbcb50652',
  'daily',
  '0 2 * * *',
  'Etc/UTC',
  'sample',
  '{"strategies":["quick","slow"],"options":{},"targets":["here","there"],"clients":[],"baseline":null,"runs":2,"until":"rounds","budgetSeconds":null,"warmups":1,"slices":1,"verify":"sample","seed":7,"payload":null,"node":null,"loadFrom":1,"onNodeLoss":null}',
  FALSE,
  '2026-11-21T10:00:00.0000000Z',
  '2026-11-22T10:00:00.0000000Z',
  1);

INSERT INTO missed_nights (
  schedule_id, due_at, reason)
VALUES (
  '01a1fd8c-6900-7255-a68c-e7fcbcb50652',
  '2026-11-21T10:00:00.0000000Z',
  '{"code":"text","args":{"text":"away"}}');

INSERT INTO nights (
  job_id, state, rerun, cases, judged_at)
VALUES (
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  'slower',
  '01a1fd8d-0928-70eb-a741-eeb7af6c2e28',
  '[{"strategy":"quick","target":"here","point":null,"client":null}]',
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO nights (
  job_id, state, note, judged_at)
VALUES (
  '01a1fd8d-2c50-76ca-879a-9f2963337306',
  'unconfirmed',
  'It said "slower".',
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO alerts (
  id, schedule_id, benchmark, strategy, target, state, basis, ratio, low, high, since, since_job, job, rerun, last_job, opened_at,
  updated_at)
VALUES (
  '01a1fd8c-6900-7875-a3a3-086d1f2ce433',
  '01a1fd8c-6900-7255-a68c-e7fcbcb50652',
  'sample',
  'quick',
  'here',
  'open',
  'others',
  2.0,
  1.9,
  2.1,
  '2026-11-21T10:00:00.0000000Z',
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  '01a1fd8d-0928-70eb-a741-eeb7af6c2e28',
  '01a1fd8d-0540-76be-86dc-53321e06908e',
  '2026-11-21T10:00:00.0000000Z',
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO webhook_messages (
  id, alert_id, event, body, created_at, attempts, next_at)
VALUES (
  '01a1fd8c-6900-797c-ac11-b94646a50bea',
  '01a1fd8c-6900-7875-a3a3-086d1f2ce433',
  'opened',
  '{"sentence":"daily: quick of sample on here takes 2.00\u00D7 (1.90\u20132.10) the usual time relative to the other strategies","id":"01a1fd8c-6900-7875-a3a3-086d1f2ce433","state":"open","scheduleId":"01a1fd8c-6900-7255-a68c-e7fcbcb50652","schedule":"daily","benchmark":"sample","strategy":"quick","target":"here","point":null,"client":null,"ratio":{"value":2,"low":1.9,"high":2.1},"basis":"others","since":"2026-11-21T10:00:00+00:00","sinceJob":"01a1fd8d-0540-76be-86dc-53321e06908e","job":"01a1fd8d-0540-76be-86dc-53321e06908e","confirmedBy":"01a1fd8d-0928-70eb-a741-eeb7af6c2e28","lastJob":"01a1fd8d-0540-76be-86dc-53321e06908e","openedAt":"2026-11-21T10:00:00+00:00","updatedAt":"2026-11-21T10:00:00+00:00","silencedUntil":null,"endedAt":null,"resolution":null,"error":null,"reason":null}',
  '2026-11-21T10:00:00.0000000Z',
  0,
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO baselines (
  benchmark, target, job_id, pinned_at)
VALUES (
  'sample',
  'here',
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO baselines (
  benchmark, target, job_id, pinned_at)
VALUES (
  'sample',
  'there',
  '01a1fd8c-6900-7491-9284-22c61ca3f116',
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO targets (
  name, connection, added_at)
VALUES (
  'added',
  'encrypted',
  '2026-11-21T10:00:00.0000000Z');

INSERT INTO left_keys (
  job_id, target, address)
VALUES (
  '01a1fd8d-5360-7355-970c-fa719bb4fb1b',
  'mine',
  '10.0.0.1:6379/0');
