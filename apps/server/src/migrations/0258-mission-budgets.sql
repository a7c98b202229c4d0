-- Budgets of missions (docs/decisions/0255-missions.md): mission:<mission id> is the platform's own account, and unlike the
-- others it stores its balance, which the check keeps from falling below zero.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('available', 'welcome', 'held', 'welcome_held', 'earned', 'welcome_earned', 'reward', 'payout', 'debt',
    'mission', 'platform_credit', 'platform_fees', 'platform_assets'));
alter table ledger_accounts drop constraint ledger_owner_known;
alter table ledger_accounts add constraint ledger_owner_known
  check ((kind like 'platform%' or kind = 'mission') = (owner_account_id is null));

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('starting_credit', 'operator_credit', 'hold', 'capture', 'release', 'transfer', 'service_credit', 'deposit',
    'deposit_reversal', 'refund', 'promo_credit', 'reward', 'reward_claim', 'reward_return', 'payout_hold', 'payout',
    'payout_return', 'debt_repayment', 'mission_hold', 'mission_return'));

-- As before, with budgets of missions last of the stored balances (lockRank in ledger-accounts.ts).
create or replace function ledger_carry_balance() returns trigger language plpgsql as $$
begin
  perform from ledger_accounts
    where id in (select ledger_account_id from added) and balance_micro_usd is not null
    order by array_position(array['available', 'welcome', 'held', 'welcome_held', 'earned', 'welcome_earned', 'reward',
      'payout', 'debt', 'mission'], kind), id collate "C"
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
