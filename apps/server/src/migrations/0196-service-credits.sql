-- Automatic credits: a provider pays a part of a charge back (docs/credits.md). What was owed and what was paid are
-- apart, as a credit never exceeds what its rental has cost so far.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('starting_credit', 'operator_credit', 'hold', 'capture', 'release', 'transfer', 'service_credit'));

create table service_credits (
  -- Names the occasion: an occasion is credited once.
  key text primary key,
  instance_id text not null,
  machine_id text not null,
  reason text not null check (reason in ('slow_start', 'outage', 'below_advertised')),
  at timestamptz not null,
  seconds bigint check (seconds >= 0),
  percent smallint check (percent between 0 and 100),
  owed_micro_usd bigint not null check (owed_micro_usd > 0),
  -- Of paid money, and of welcome credit, which goes back as such.
  paid_micro_usd bigint not null default 0 check (paid_micro_usd >= 0),
  paid_welcome_micro_usd bigint not null default 0 check (paid_welcome_micro_usd >= 0),
  check (paid_micro_usd + paid_welcome_micro_usd <= owed_micro_usd)
);
create index service_credits_by_instance on service_credits (instance_id);
create index service_credits_by_machine on service_credits (machine_id, at desc);
