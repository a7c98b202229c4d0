-- Budgets of accounts (docs/budgets.md). A company's id is an account id too, so that there is no foreign key.
create table account_budgets (
  account_id text primary key,
  amount_micro_usd bigint not null check (amount_micro_usd > 0),
  period text not null check (period in ('daily', 'weekly', 'monthly')),
  -- What follows when it is used up: alerts alone, or nothing more is put on hold.
  on_exceed text not null check (on_exceed in ('alert', 'stop')),
  alert_percents smallint[] not null,
  alert_forecast boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);

-- The alerts that an account got in a period: each percentage once, and the forecast as 0.
create table account_budget_alerts (
  account_id text not null references account_budgets (account_id) on delete cascade,
  period_day date not null,
  percent smallint not null check (percent between 0 and 100),
  at timestamptz not null,
  primary key (account_id, period_day, percent)
);

-- Whether holds of the account ask its budget. A column of the row that every hold locks: accounts without a budget pay
-- no statement for it, and a hold that waited for the change of a budget sees it.
alter table ledger_accounts add column budgeted boolean not null default false;

-- Every change of a budget locks that row until it commits, so that no hold is decided by an older amount afterwards.
create function account_budgets_mark() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update ledger_accounts set budgeted = false where id = 'available:' || old.account_id;
  else
    update ledger_accounts set budgeted = new.on_exceed = 'stop' where id = 'available:' || new.account_id;
  end if;
  return null;
end $$;
create trigger account_budgets_marked after insert or update or delete on account_budgets
  for each row execute function account_budgets_mark();
