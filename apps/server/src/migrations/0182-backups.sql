-- Backups of files of instances (docs/decisions/0202-backups-are-restic-over-the-session.md), and one table for what
-- stored bytes cost, of snapshots as well as backups.
alter table snapshot_storage rename to account_storage;
alter table account_storage add column kind text not null default 'snapshots'
  check (kind in ('snapshots', 'backups'));
alter table account_storage alter column kind drop default;
alter table account_storage drop constraint snapshot_storage_pkey;
alter table account_storage add primary key (account_id, kind);

-- What of which instance is backed up, when and to where. Each plan has a repository of its own.
create table backup_plans (
  id text primary key,
  account_id text not null,
  created_by text not null,
  name text not null,
  state text not null check (state in ('active', 'deleting')),
  -- The instance as it was named, and its label, which an instance that it is moved to has too.
  instance_id text not null,
  instance_label text not null,
  paths jsonb not null,
  excludes jsonb not null,
  schedule jsonb,
  retention jsonb not null,
  destination jsonb not null,
  -- Password of the repository, and secret of the bucket: sealed with a key that is not in the database.
  sealed text not null,
  -- Of its objects that are stored.
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  stored_objects int not null default 0 check (stored_objects >= 0),
  next_run_at timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null
);
create index backup_plans_by_account on backup_plans (account_id, created_at desc);
create index backup_plans_due on backup_plans (next_run_at) where next_run_at is not null;
create index backup_plans_deleting on backup_plans (state) where state = 'deleting';

-- Backups and restores, one at a time for each plan.
create table backup_runs (
  id text primary key,
  plan_id text not null references backup_plans (id) on delete cascade,
  account_id text not null,
  created_by text,
  kind text not null check (kind in ('backup', 'restore')),
  trigger text not null check (trigger in ('schedule', 'manual')),
  state text not null
    check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
  failure text,
  message text,
  instance_id text not null,
  instance_label text not null,
  restore jsonb,
  percent int,
  files bigint,
  bytes bigint,
  transferred_bytes bigint not null default 0,
  point_id text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- When the replica that runs it last said so: one that is silent has been killed.
  alive_at timestamptz,
  lease text
);
create unique index backup_runs_open on backup_runs (plan_id) where state in ('queued', 'running');
create index backup_runs_by_plan on backup_runs (plan_id, created_at desc, id desc);
create index backup_runs_unsettled on backup_runs (state) where state in ('queued', 'running');

create table backup_points (
  plan_id text not null references backup_plans (id) on delete cascade,
  id text not null,
  at timestamptz not null,
  files bigint,
  bytes bigint,
  primary key (plan_id, id)
);

-- The files of repositories that are stored with us. `arriving` and `removing` ones are not there for a reader; what a
-- killed process left of them is deleted before the next run.
create table backup_objects (
  plan_id text not null references backup_plans (id) on delete cascade,
  kind text not null check (kind in ('config', 'keys', 'locks', 'snapshots', 'index', 'data')),
  name text not null,
  state text not null check (state in ('arriving', 'stored', 'removing')),
  bytes bigint not null default 0 check (bytes >= 0),
  primary key (plan_id, kind, name)
);
