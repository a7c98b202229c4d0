-- A run on a volume that no running instance has: its machine reads or writes the volume itself.
alter table backup_runs add column volume_id text;
alter table backup_runs add column volume_name text;
alter table backup_runs add constraint backup_runs_volume
  check ((volume_id is null) = (volume_name is null) and (volume_id is null or instance_id is null));
create index backup_runs_on_volumes on backup_runs (volume_id)
  where volume_id is not null and state in ('queued', 'running');
create index backup_runs_running on backup_runs (account_id) where state = 'running';
-- A recovery point was deleted: the next backup frees what it alone referred to.
alter table backup_plans add column prune_due boolean not null default false;
