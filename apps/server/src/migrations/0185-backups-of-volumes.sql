-- A backup plan is of paths of an instance, or of a volume, whichever instance has it when a run begins.
alter table backup_plans alter column instance_id drop not null;
alter table backup_plans alter column instance_label drop not null;
alter table backup_plans add column volume_id text;
alter table backup_plans add column volume_name text;
alter table backup_plans add constraint backup_plans_source check
  ((instance_id is null) = (instance_label is null) and (volume_id is null) = (volume_name is null)
    and (instance_id is null) <> (volume_id is null));
-- A run that was skipped, as no instance had the volume, was in none.
alter table backup_runs alter column instance_id drop not null;
alter table backup_runs alter column instance_label drop not null;
alter table backup_runs add constraint backup_runs_instance
  check ((instance_id is null) = (instance_label is null));
