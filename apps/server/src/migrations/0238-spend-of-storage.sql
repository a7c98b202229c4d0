-- Storage with us (snapshots, backups) is part of what an account spends (docs/budgets.md). Nobody orders it: it has
-- neither a user nor a key. Its row of a day is named after the account.
alter table spend_days alter column user_id drop not null;

insert into spend_days (spent_on, day, account_id, micro_usd)
  select 'storage:' || owner_account_id, (period at time zone 'UTC')::date, owner_account_id,
    -sum(available_micro_usd)
  from ledger_rollups
  where span = 'day' and product = 'storage' and line = 'charge'
  group by owner_account_id, period having sum(available_micro_usd) < 0;
