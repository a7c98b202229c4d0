-- Signed statements: each account's transactions, by UTC day, chained by hash (docs/decisions/0239-signed-statements.md).

create table statement_days (
  account_id text not null,
  number integer not null check (number >= 1),
  day date not null,
  transactions integer not null check (transactions >= 1),
  lines_hash text not null,
  balances jsonb not null,
  previous text not null,
  hash text not null,
  primary key (account_id, number),
  unique (account_id, day)
);
create index statement_days_by_day on statement_days (day, account_id);
create trigger statement_days_fixed before update or delete or truncate on statement_days
  for each statement execute function ledger_refuse_change();

-- Days for which every account with transactions has its row.
create table statement_days_closed (
  day date primary key,
  closed_at timestamptz not null
);

-- The trees of days have accounts beside instances.
alter table receipt_leaves rename column instance_id to subject_id;
