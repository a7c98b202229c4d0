-- Signed receipts: what each instance was charged, chained by hash (docs/decisions/0226-signed-receipts.md).

-- The counters of the last report and of each interval, as the machine signed them.
alter table instances add column meter_count jsonb;
alter table usage_intervals add column counted jsonb;

-- Intervals and credits that no record has yet, in the order in which they were written.
create table receipt_records_due (
  number bigint generated always as identity primary key,
  instance_id text not null,
  kind text not null check (kind in ('interval', 'credit')),
  key text not null unique
);
create index receipt_records_due_by_instance on receipt_records_due (instance_id);

create function receipt_interval_due() returns trigger language plpgsql as $$
begin
  insert into receipt_records_due (instance_id, kind, key) values (new.instance_id, 'interval', new.key);
  return new;
end $$;
create trigger usage_intervals_due after insert on usage_intervals
  for each row execute function receipt_interval_due();

create function receipt_credit_due() returns trigger language plpgsql as $$
begin
  insert into receipt_records_due (instance_id, kind, key) values (new.instance_id, 'credit', new.id);
  return new;
end $$;
create trigger service_credits_due after insert on ledger_transactions
  for each row when (new.kind = 'service_credit') execute function receipt_credit_due();

-- The end of each instance's chain, and what it adds up to.
create table receipt_chains (
  instance_id text primary key references instances (id),
  machine_id text not null,
  last_number integer not null check (last_number >= 1),
  last_hash text not null,
  running_s bigint not null check (running_s >= 0),
  stopped_s bigint not null check (stopped_s >= 0),
  micro_usd bigint not null check (micro_usd >= 0),
  credited_micro_usd bigint not null check (credited_micro_usd >= 0)
);

create table receipt_records (
  instance_id text not null references receipt_chains (instance_id) deferrable initially deferred,
  number integer not null check (number >= 1),
  kind text not null check (kind in ('running', 'stopped_disk', 'credit')),
  key text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  from_s bigint not null,
  seconds bigint not null,
  micro_usd_per_hour bigint not null,
  micro_usd bigint not null,
  count jsonb,
  previous text not null,
  hash text not null,
  recorded_at timestamptz not null,
  primary key (instance_id, number),
  unique (instance_id, key)
);
create index receipt_records_by_time on receipt_records (recorded_at);
create trigger receipt_records_fixed before update or delete or truncate on receipt_records
  for each statement execute function ledger_refuse_change();

-- The days whose last records are published as a Merkle root.
create table receipt_days (
  day date primary key,
  leaves integer not null check (leaves >= 1),
  root text not null,
  previous text not null,
  hash text not null,
  signature text not null,
  published_at timestamptz not null
);
create trigger receipt_days_fixed before update or delete or truncate on receipt_days
  for each statement execute function ledger_refuse_change();

create table receipt_leaves (
  instance_id text not null,
  day date not null references receipt_days (day),
  number integer not null,
  index integer not null check (index >= 0),
  path text[] not null,
  primary key (instance_id, day)
);

insert into receipt_records_due (instance_id, kind, key)
select instance_id, kind, key from (
  select instance_id, 'interval' as kind, key, to_at as at from usage_intervals
  union all
  select instance_id, 'credit', id, created_at from ledger_transactions where kind = 'service_credit'
) known order by at, key;
