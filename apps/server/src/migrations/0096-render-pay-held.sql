-- Nobody is paid for a picture that nobody could check.

-- held: the picture is here, and its pay waits until another owner's machine checks it, or its owner accepts it.
alter table render_frames drop constraint render_frames_state_check;
alter table render_frames add constraint render_frames_state_check check (state in
  ('pending', 'rendering', 'assembling', 'checking', 'held', 'done', 'failed', 'cancelled'));
alter table render_frames drop constraint render_frames_checked_check;
alter table render_frames add constraint render_frames_checked_check check (checked in
  ('not_yet', 'by_form', 'by_machine', 'by_owner'));
-- What accepting a held picture costs.
alter table render_frames add column held_micro_usd bigint not null default 0 check (held_micro_usd >= 0);
create index render_frames_held on render_frames (job_id) where state = 'held';
create index render_frames_held_since on render_frames (changed_at) where state = 'held';
create index render_frames_held_by_machine on render_frames (machine_id) where state = 'held';

-- No frame costs more, whatever its machine says it took. Null: not started, and bound by what a test may cost.
alter table render_jobs add column frame_micro_usd_max bigint check (frame_micro_usd_max >= 0);
update render_jobs set frame_micro_usd_max = ceil(3.0 * budget_micro_usd / greatest(1, frames_total))
  where state in ('rendering', 'paused', 'completed');

-- The operator stands in for what it renders: that is where trust begins.
alter table render_machines add column vouched boolean not null default false;
update render_machines set vouched = true
  where account_id in (select id from accounts where role = 'operator');

-- Each canary is another one. What a machine made of its own waits here to be compared with what an established machine
-- of another owner makes of the same: CanaryShown of rendering/schema.ts.
alter table render_machines add column canary jsonb;
create index render_machines_compared on render_machines (machine_id)
  where admission = 'unproven' and canary is not null;
-- Whose canary a chunk renders again.
alter table render_chunks add column canary_of text;
