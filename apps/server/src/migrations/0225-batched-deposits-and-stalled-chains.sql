-- Deposits are credited many at a time: one that the ledger refuses is left to the operator. A chain without new blocks
-- is an alarm, from the time of its newest one (docs/decisions/0234-deposits-in-batches.md).
alter table deposits drop constraint deposits_rejection_check;
alter table deposits add constraint deposits_rejection_check check (rejection in
  ('wrong_token', 'below_minimum', 'dust', 'too_large', 'less_arrived', 'unverified', 'account_closed', 'not_booked'));

alter table deposit_chains drop constraint deposit_chains_alarm_check;
alter table deposit_chains add constraint deposit_chains_alarm_check check (alarm in
  ('unreachable', 'endpoints_disagree', 'contracts_differ', 'decimals_differ', 'reorg_too_deep', 'block_too_large',
    'chain_stalled'));
-- When a newer block than before was last read.
alter table deposit_chains add column head_at timestamptz;
alter table chain_senders add column head_height bigint;
alter table chain_senders add column head_at timestamptz;

-- Balances follow their entries once a statement, and no longer once an entry: an account that many entries of a statement
-- concern is written once. Rows are locked in the order that every posting uses (lockRank in ledger-accounts.ts).
create or replace function ledger_carry_balance() returns trigger language plpgsql as $$
begin
  perform from ledger_accounts
    where id in (select ledger_account_id from added) and balance_micro_usd is not null
    order by array_position(array['available', 'welcome', 'held', 'welcome_held', 'earned', 'welcome_earned', 'reward',
      'payout', 'debt'], kind), id collate "C"
    for no key update;
  update ledger_accounts account set
    balance_micro_usd = balance_micro_usd + sums.amount,
    captured_micro_usd = captured_micro_usd + case
      when account.kind in ('held', 'welcome_held') then -sums.captured else 0 end
  from (
    select e.ledger_account_id as id, sum(e.amount_micro_usd)::bigint as amount,
      coalesce(sum(e.amount_micro_usd) filter (where t.kind = 'capture'), 0)::bigint as captured
    from added e join ledger_transactions t on t.id = e.transaction_id
    group by e.ledger_account_id
  ) sums
  where account.id = sums.id and account.balance_micro_usd is not null;
  return null;
end $$;
drop trigger ledger_entries_carry on ledger_entries;
create trigger ledger_entries_carry after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_carry_balance();

-- The same check at commit, of a column and not of the whole row as JSON.
create function ledger_check_entry_balanced() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount_micro_usd) into total from ledger_entries where transaction_id = new.transaction_id;
  if total is distinct from 0 then
    raise exception 'ledger: transaction % does not balance (%)', new.transaction_id, coalesce(total::text, 'no entries')
      using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end $$;
create or replace function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select sum(amount_micro_usd) into total from ledger_entries where transaction_id = new.id;
  if total is distinct from 0 then
    raise exception 'ledger: transaction % does not balance (%)', new.id, coalesce(total::text, 'no entries')
      using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end $$;
drop trigger ledger_entries_balanced on ledger_entries;
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_entry_balanced();
