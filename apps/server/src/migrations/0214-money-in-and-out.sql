-- Money from outside and to outside (docs/decisions/0227-money-in-and-out.md):
--   platform_assets:<source>  what the platform holds in one place, below zero by exactly that
--   debt:<account id>         what an account owes for reversed deposits that it has spent: zero or below
--   reward:<account id>       rewards that were not claimed yet
--   payout:<payout id>        earnings that are on their way out
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('available', 'welcome', 'held', 'welcome_held', 'earned', 'welcome_earned', 'reward', 'payout', 'debt',
    'platform_credit', 'platform_fees', 'platform_assets'));
alter table ledger_accounts drop constraint ledger_balance_not_negative;
alter table ledger_accounts add constraint ledger_balance_not_negative
  check (case kind when 'debt' then balance_micro_usd <= 0 else balance_micro_usd >= 0 end);

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('starting_credit', 'operator_credit', 'hold', 'capture', 'release', 'transfer', 'service_credit', 'deposit',
    'deposit_reversal', 'refund', 'promo_credit', 'reward', 'reward_claim', 'payout_hold', 'payout', 'payout_return',
    'debt_repayment'));

-- Deposits and payouts have lines of their own; what only moves within an account is a hold.
alter table ledger_rollups drop constraint ledger_rollups_line_check;
alter table ledger_rollups add constraint ledger_rollups_line_check
  check (line in ('charge', 'earning', 'credit', 'deposit', 'payout', 'transfer', 'hold'));

create or replace view ledger_lines as
select e.transaction_id, e.ledger_account_id, e.owner_account_id, t.created_at as at, t.kind, t.text,
  case when coalesce(t.instance_id, t.reservation_id) is not null then 'compute'
    when t.render_job_id is not null then 'rendering'
    when t.allowance_id is not null then 'models' when t.volume_id is not null then 'storage'
    when t.kind = 'capture' and a.kind in ('available', 'welcome') then 'storage' else '' end as product,
  case when t.kind = 'capture' then case when a.kind like '%earned' then 'earning' else 'charge' end
    when t.kind in ('hold', 'release', 'reward_claim', 'payout_hold', 'payout_return', 'debt_repayment') then 'hold'
    when t.kind in ('deposit', 'deposit_reversal', 'refund') then 'deposit'
    when t.kind = 'payout' then 'payout'
    when t.kind = 'transfer' then 'transfer' else 'credit' end as line,
  case when t.kind <> 'capture' then ''
    when a.kind like '%earned' then split_part(e.ledger_account_id, ':', 2)
    else coalesce(t.instance_id, t.reservation_id, t.render_job_id, t.volume_id, '') end as subject,
  -- Debt is money that is lacking.
  case when a.kind in ('available', 'welcome', 'debt') then e.amount_micro_usd else 0 end as available_micro_usd,
  case when a.kind in ('held', 'welcome_held', 'payout') then e.amount_micro_usd else 0 end as held_micro_usd,
  case when a.kind like '%earned' or a.kind = 'reward' then e.amount_micro_usd else 0 end as earned_micro_usd,
  case when t.kind = 'capture' and a.kind like '%earned' then coalesce((select f.amount_micro_usd
      from ledger_entries f where f.transaction_id = e.transaction_id
        and f.ledger_account_id = 'platform_fees' and f.amount_micro_usd > 0), 0)
    else 0 end as fee_micro_usd
from ledger_entries e
  join ledger_transactions t on t.id = e.transaction_id
  join ledger_accounts a on a.id = e.ledger_account_id
where e.owner_account_id is not null;
