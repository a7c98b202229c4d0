-- The nearest warning that an account got about its balance (packages/domain/src/balance-warning.ts).
create table balance_alerts (
  account_id text primary key references accounts (id),
  -- The threshold in seconds, and the funds at that time; null: none counts as sent.
  within_s integer check (within_s > 0),
  funds_micro_usd bigint,
  -- How many were sent: part of the key of the next one.
  sent integer not null default 0,
  check ((within_s is null) = (funds_micro_usd is null))
);

-- What spends from a balance as time passes: only these accounts are looked at.
create index instances_spending on instances (account_id)
  where charged_from is not null and state in ('running', 'stopped') and desired <> 'destroyed';
create index volumes_spending on volumes (account_id) where state = 'ready' and kept_until is null;

-- Runs of the ledger check, kept for 400 days (docs/reconciliation.md).
create table reconciliations (
  id text primary key,
  trigger text not null check (trigger in ('night', 'operator')),
  state text not null check (state in ('clean', 'differences', 'failed')),
  started_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  transactions bigint not null,
  entries bigint not null,
  receipt_chains bigint not null,
  differences jsonb not null,
  outside jsonb not null
);
create index reconciliations_by_time on reconciliations (started_at);
