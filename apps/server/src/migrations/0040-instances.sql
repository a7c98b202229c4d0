-- An all-in price, locked for a minute and good for one order.
create table quotes (
  id text primary key,
  account_id text not null,
  offer_id text not null,
  slots integer not null,
  disk_gb integer not null,
  running_micro_usd_per_hour bigint not null,
  stopped_micro_usd_per_hour bigint not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz
);
create index quotes_by_expiry on quotes (expires_at);

create table instances (
  id text primary key,
  account_id text not null,
  provider_account_id text not null,
  machine_id text not null,
  offer_id text not null,
  label text not null,

  state text not null check (state in ('requested', 'pulling', 'creating', 'starting', 'running',
    'stopping', 'stopped', 'destroyed', 'failed', 'lost')),
  desired text not null check (desired in ('running', 'stopped', 'destroyed')),
  ready boolean not null default false check (not ready or state = 'running'),
  reason jsonb,
  progress jsonb,
  generation integer not null default 1,
  observed_generation integer not null default 0,
  restart integer not null default 0,

  template jsonb not null,
  slots integer not null,
  gpu_model text,
  gpu_uuids jsonb not null,
  vcpus double precision not null,
  memory_mib integer not null,
  disk_gb integer not null,
  running_micro_usd_per_hour bigint not null,
  stopped_micro_usd_per_hour bigint not null,

  created_at timestamptz not null,
  ready_at timestamptz,
  stopped_at timestamptz,
  destroyed_at timestamptz,
  last_heard_at timestamptz,
  disk_kept_until timestamptz,
  -- The nearest end that the renter was warned of, in seconds left.
  warned_s integer,

  -- Where metering stands: the agent's counters as last heard, and by which clock (see domain metering).
  meter_ready_s bigint,
  meter_stopped_s bigint,
  meter_seen_at timestamptz,
  meter_spare_ms bigint not null default 0,
  -- Seconds to be charged in all, and how many of them stand in the ledger.
  metered_running_s bigint not null default 0,
  metered_stopped_s bigint not null default 0,
  booked_running_s bigint not null default 0 check (booked_running_s <= metered_running_s),
  booked_stopped_s bigint not null default 0 check (booked_stopped_s <= metered_stopped_s),
  booked_through timestamptz
);
create index instances_by_account on instances (account_id, created_at desc);
create index instances_by_machine on instances (machine_id) where state <> 'destroyed';
create index instances_by_silence on instances (last_heard_at)
  where state not in ('destroyed', 'lost');
create index instances_by_kept_disk on instances (disk_kept_until) where disk_kept_until is not null;

-- Idempotency-Key of an order: the same key gives the same instance.
create table order_keys (
  account_id text not null,
  key text not null,
  request_hash text not null,
  instance_id text,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index order_keys_by_age on order_keys (created_at);

create table instance_metrics (
  instance_id text not null,
  at timestamptz not null,
  sample jsonb not null,
  primary key (instance_id, at)
);
create index instance_metrics_by_age on instance_metrics (at);

create table notices (
  key text primary key,
  account_id text not null,
  level text not null,
  text text not null,
  instance_id text,
  at timestamptz not null
);
create index notices_by_account on notices (account_id, at desc);
