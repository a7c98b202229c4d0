-- Payouts by transfers at Stripe (docs/payouts.md).
alter table payouts
  add column stripe_account text check (stripe_account ~ '^acct_[A-Za-z0-9]{1,100}$'),
  -- How often Stripe was asked for it anew, after it had said that it made none: part of the key of idempotency.
  add column transfer_attempt integer not null default 0 check (transfer_attempt >= 0),
  add column transfer_id text unique check (transfer_id ~ '^tr_[A-Za-z0-9]{1,100}$'),
  drop constraint payouts_method_check,
  add constraint payouts_method_check check (method in ('wallet', 'bank', 'stripe')),
  drop constraint payouts_state_check,
  add constraint payouts_state_check check (state in
    ('requested', 'approved', 'in_file', 'signed', 'broadcast', 'sending', 'confirmed', 'rejected', 'cancelled', 'failed')),
  add constraint payouts_by_stripe check (case when method = 'stripe'
    then num_nonnulls(chain_id, token, symbol, address, token_units, nonce, sender, tx_hash, iban, bic, holder, file_number) = 0
      and stripe_account is not null and state not in ('in_file', 'signed', 'broadcast')
      and (state not in ('sending', 'confirmed') or (signed_at is not null and transfer_attempt > 0))
      and (state <> 'confirmed' or transfer_id is not null)
      and micro_usd % 10000 = 0 and fee_micro_usd % 10000 = 0
    else num_nonnulls(stripe_account, transfer_id) = 0 and transfer_attempt = 0 and state <> 'sending' end);
drop index payouts_open;
create index payouts_open on payouts (chain_id, id)
  where state in ('requested', 'approved', 'in_file', 'signed', 'broadcast', 'sending');
create index payouts_by_stripe_open on payouts (id) where method = 'stripe' and state in ('approved', 'sending');
create index payouts_by_stripe_paid on payouts (signed_at) where method = 'stripe' and state = 'confirmed';

-- The one place that transfers are made from: one replica at a time works with it.
create table stripe_sender (
  singleton boolean primary key default true check (singleton),
  lease_token text,
  lease_ends_at timestamptz,
  -- Not asked before this time, as Stripe was busy or silent.
  retry_at timestamptz,
  -- Why nothing is sent at present.
  waits_for text
);
insert into stripe_sender default values;

alter table payout_settings
  -- Weekly payouts go by Stripe.
  add column to_stripe boolean not null default false check (not to_stripe or (chain_id is null and not to_bank));
