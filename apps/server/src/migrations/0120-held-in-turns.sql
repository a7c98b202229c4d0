-- Held pictures are looked at machine by machine, in turns.
create index render_frames_held_groups on render_frames (job_id, machine_id) where state = 'held';
drop index render_frames_held;
