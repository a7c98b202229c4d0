-- What is known against pictures and machines beyond a single comparison.

-- Of a frame whose owner rejected its picture: that picture and who made it, until another one is accepted.
alter table render_frames add column rejected jsonb;
-- Machines that sent a file which nobody can take for the picture. Only when another machine shows that it can be
-- made do they lose trust: a scene may be at fault.
alter table render_frames add column misformed_by text[] not null default '{}';

-- The picture differs from the one that was rejected before it, by this much: who confirms it convicts the other.
alter table render_checks add column contested jsonb;
-- Whether what was compared is kept for people's eyes.
alter table render_checks add column has_crops boolean not null default false;
