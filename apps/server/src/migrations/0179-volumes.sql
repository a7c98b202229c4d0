-- Volumes: disks on one machine that outlive instances (docs/decisions/0200-volumes.md).
create table volumes (
  id text primary key,
  account_id text not null,
  created_by text not null,
  api_key_id text,
  name text not null,
  state text not null check (state in ('creating', 'ready', 'failed', 'deleting', 'deleted')),
  failure text,
  machine_id text not null references machines (id),
  provider_account_id text not null,
  size_gb int not null check (size_gb >= 1),
  -- The machine's price of disks while stopped, as of the order.
  micro_usd_per_hour bigint not null check (micro_usd_per_hour >= 0),
  -- As its machine last reported it.
  used_bytes bigint,
  created_at timestamptz not null,
  ready_at timestamptz,
  deleted_at timestamptz,
  -- Charged seconds, up to when, and the machine's counter of time online then (machine_heartbeats.online_ms).
  metered_s bigint not null default 0 check (metered_s >= 0),
  metered_at timestamptz,
  metered_online_ms bigint,
  -- Raised with every top-up of its hold, to name them.
  hold_number int not null default 0,
  -- While the balance does not cover it: nothing is charged, and after this it is deleted.
  kept_until timestamptz
);
create unique index volumes_by_name on volumes (account_id, name) where state <> 'deleted';
create index volumes_by_account on volumes (account_id, created_at desc);
create index volumes_by_machine on volumes (machine_id) where state <> 'deleted';
create index volumes_unsettled on volumes (state) where state in ('creating', 'deleting');
create index volumes_by_key on volumes (api_key_id) where api_key_id is not null;

-- The volumes that an instance sees. It has them until it is destroyed.
create table volume_attachments (
  instance_id text not null,
  volume_id text not null references volumes (id),
  path text not null,
  mode text not null check (mode in ('read_write', 'read_only')),
  primary key (instance_id, volume_id)
);
create index volume_attachments_by_volume on volume_attachments (volume_id);

-- What was charged for volumes, time by time.
create table volume_charges (
  key text primary key,
  volume_id text not null references volumes (id),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at >= from_at),
  seconds bigint not null check (seconds > 0),
  micro_usd bigint not null check (micro_usd >= 0),
  transaction_id text references ledger_transactions (id)
);
create index volume_charges_by_volume on volume_charges (volume_id);
create trigger volume_charges_fixed before update or delete or truncate on volume_charges
  for each statement execute function ledger_refuse_change();

create function spend_days_add_volume() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
    select new.volume_id, (new.from_at at time zone 'UTC')::date,
      account_id, created_by, api_key_id, new.micro_usd
    from volumes where id = new.volume_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create trigger volume_charges_spent after insert on volume_charges
  for each row when (new.micro_usd > 0) execute function spend_days_add_volume();

-- The disk of a machine that volumes have, beside that of rentals.
create table disk_reservations (
  volume_id text primary key,
  machine_id text not null references machines (id),
  disk_gb integer not null check (disk_gb >= 1)
);
create index disk_reservations_by_machine on disk_reservations (machine_id);

alter table ledger_transactions add column volume_id text;

-- Storage is what volumes cost, and what concerns no instance, job or allowance.
create or replace view ledger_lines as
select e.transaction_id, e.ledger_account_id, e.owner_account_id, t.created_at as at, t.kind, t.text,
  case when t.instance_id is not null then 'compute' when t.render_job_id is not null then 'rendering'
    when t.allowance_id is not null then 'models' when t.volume_id is not null then 'storage'
    when t.kind = 'capture' and a.kind in ('available', 'welcome') then 'storage' else '' end as product,
  case when t.kind = 'capture' then case when a.kind like '%earned' then 'earning' else 'charge' end
    when t.kind in ('hold', 'release') then 'hold'
    when t.kind = 'transfer' then 'transfer' else 'credit' end as line,
  case when t.kind <> 'capture' then ''
    when a.kind like '%earned' then split_part(e.ledger_account_id, ':', 2)
    else coalesce(t.instance_id, t.render_job_id, t.volume_id, '') end as subject,
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
