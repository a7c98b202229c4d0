-- Snapshots of instances' disks (docs/decisions/0198-snapshots-are-layers-in-pieces.md): layers over an image, in pieces
-- that the snapshots of an account share.
create table snapshots (
  id text primary key,
  account_id text not null,
  created_by text not null,
  name text not null,
  state text not null check (state in ('creating', 'ready', 'failed', 'deleting')),
  failure text,
  instance_id text not null,
  -- The move that it is taken for: it is not shown, begins once the instance has stopped, and ends with the move.
  move_id text,
  machine_id text not null,
  instance_label text not null,
  template jsonb not null,
  disk_gb int not null,
  -- Image, base layers and settings, once they are known.
  manifest jsonb,
  raw_bytes bigint not null default 0,
  stored_bytes bigint not null default 0,
  paused_ms int,
  created_at timestamptz not null,
  ready_at timestamptz
);
create index snapshots_by_account on snapshots (account_id, created_at desc);
create index snapshots_by_instance on snapshots (instance_id);
create index snapshots_unsettled on snapshots (state) where state in ('creating', 'deleting');

-- A layer belongs to the snapshot that brought it, and to those of instances that were restored from that. Its diff_id
-- is a claim of its machine until another one unpacks it, so that layers are not shared by it.
create table snapshot_layers (
  id text primary key,
  account_id text not null,
  diff_id text not null,
  raw_bytes bigint not null
);
create index snapshot_layers_by_account on snapshot_layers (account_id);

-- The layers of a snapshot, from the lowest to the topmost.
create table snapshot_members (
  snapshot_id text not null references snapshots (id) on delete cascade,
  position int not null,
  layer_id text not null references snapshot_layers (id),
  primary key (snapshot_id, position)
);
create index snapshot_members_by_layer on snapshot_members (layer_id);

-- A stored piece. Its file is never written again: a piece that comes back after its deletion gets another file.
create table snapshot_pieces (
  account_id text not null,
  sha256 text not null,
  bytes int not null check (bytes > 0),
  file_key text not null unique,
  primary key (account_id, sha256)
);

create table snapshot_layer_pieces (
  layer_id text not null references snapshot_layers (id) on delete cascade,
  position int not null,
  account_id text not null,
  sha256 text not null,
  raw_bytes int not null,
  primary key (layer_id, position),
  foreign key (account_id, sha256) references snapshot_pieces (account_id, sha256)
);
create index snapshot_layer_pieces_by_piece on snapshot_layer_pieces (account_id, sha256);

-- Pieces that a creation has stored already: kept until its layers are complete.
create table snapshot_arrivals (
  snapshot_id text not null references snapshots (id) on delete cascade,
  account_id text not null,
  sha256 text not null,
  primary key (snapshot_id, sha256),
  foreign key (account_id, sha256) references snapshot_pieces (account_id, sha256)
);
create index snapshot_arrivals_by_piece on snapshot_arrivals (account_id, sha256);

-- Files to delete: those of deleted pieces, and those that are being written, should they never become pieces.
create table snapshot_removals (
  file_key text primary key,
  after timestamptz not null
);
create index snapshot_removals_due on snapshot_removals (after);

-- What an account's snapshots take together, and what is not charged yet.
create table snapshot_storage (
  account_id text primary key,
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  -- Byte-seconds up to metered_at that were not charged.
  owed_byte_s numeric(30, 0) not null default 0 check (owed_byte_s >= 0),
  metered_at timestamptz not null,
  charges bigint not null default 0,
  -- While the balance does not cover them: nothing is charged, and after this they are deleted.
  kept_until timestamptz
);

create table instance_moves (
  id text primary key,
  account_id text not null,
  created_by text not null,
  instance_id text not null,
  new_instance_id text not null,
  snapshot_id text not null,
  label text not null,
  was_running boolean not null,
  state text not null check (state in ('stopping', 'capturing', 'starting', 'done', 'failed')),
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index instance_moves_open on instance_moves (instance_id) where ended_at is null;
create index instance_moves_by_new on instance_moves (new_instance_id);
create index instance_moves_by_instance on instance_moves (instance_id);
create index instance_moves_unsettled on instance_moves (id) where ended_at is null;

-- The snapshot that the disk of an instance begins with.
alter table instances add column snapshot_id text;
-- The move that the instance takes part in: until its end it is neither started nor destroyed.
alter table instances add column move_id text;
create index instances_restoring on instances (snapshot_id) where snapshot_id is not null and state <> 'destroyed';

-- Charges for storage concern no instance, job or allowance.
create or replace view ledger_lines as
select e.transaction_id, e.ledger_account_id, e.owner_account_id, t.created_at as at, t.kind, t.text,
  case when t.instance_id is not null then 'compute' when t.render_job_id is not null then 'rendering'
    when t.allowance_id is not null then 'models'
    when t.kind = 'capture' and a.kind in ('available', 'welcome') then 'storage' else '' end as product,
  case when t.kind = 'capture' then case when a.kind like '%earned' then 'earning' else 'charge' end
    when t.kind in ('hold', 'release') then 'hold'
    when t.kind = 'transfer' then 'transfer' else 'credit' end as line,
  case when t.kind <> 'capture' then ''
    when a.kind like '%earned' then split_part(e.ledger_account_id, ':', 2)
    else coalesce(t.instance_id, t.render_job_id, '') end as subject,
  case when a.kind in ('available', 'welcome') then e.amount_micro_usd else 0 end as available_micro_usd,
  case when a.kind in ('held', 'welcome_held') then e.amount_micro_usd else 0 end as held_micro_usd,
  case when a.kind like '%earned' then e.amount_micro_usd else 0 end as earned_micro_usd,
  case when t.kind = 'capture' and a.kind like '%earned' then coalesce((select f.amount_micro_usd
      from ledger_entries f where f.transaction_id = e.transaction_id
        and f.ledger_account_id = 'platform_fees' and f.amount_micro_usd > 0), 0)
    else 0 end as fee_micro_usd
from ledger_entries e
  join ledger_transactions t on t.id = e.transaction_id
  join ledger_accounts a on a.id = e.ledger_account_id
where e.owner_account_id is not null;

alter table ledger_rollups drop constraint ledger_rollups_product_check;
alter table ledger_rollups add constraint ledger_rollups_product_check
  check (product in ('', 'compute', 'rendering', 'models', 'storage'));
