-- Scheduled work runs by the server's own loops (docs/decisions/0154); pg-boss and its tables are gone.
create table scheduled_runs (
  name text primary key,
  -- When a run last succeeded; at first, when a server with this work first started.
  done_at timestamptz not null,
  -- The run that is under way. One that is not finished by `lease_ends_at` died or failed.
  lease_token text,
  lease_ends_at timestamptz
);
drop schema if exists pgboss cascade;
