-- Snapshots that a machine may keep files of (docs/decisions/0205-what-a-killed-process-leaves.md): from the order of a
-- snapshot until the machine has answered that it deleted them, whatever became of the snapshot.
create table snapshot_spools (
  snapshot_id text primary key,
  machine_id text not null,
  since timestamptz not null
);
create index snapshot_spools_by_machine on snapshot_spools (machine_id);

-- Until now a machine that was away, or a server that was killed, at the end of a snapshot left its files there.
insert into snapshot_spools (snapshot_id, machine_id, since) select id, machine_id, created_at from snapshots;

-- What the storage costs in an hour, as of the last change or charge: a part of the account's spend rate.
alter table account_storage add column micro_usd_per_hour bigint not null default 0;
