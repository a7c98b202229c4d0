-- When and why the server last ended a machine's connection for what its agent sent.
alter table machines
  add column violated_at timestamptz,
  add column violation text check (violation in ('flood', 'bad_message')),
  add check ((violated_at is null) = (violation is null));
