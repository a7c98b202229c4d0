-- Payouts of earnings to wallets (docs/payouts.md). Their money is in the ledger, under payout:<id>.
create table payouts (
  id text primary key,
  account_id text not null,
  state text not null check (state in
    ('requested', 'approved', 'signed', 'broadcast', 'confirmed', 'rejected', 'cancelled', 'failed')),
  chain_id bigint not null,
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  symbol text not null,
  -- Fixed at the request, whatever becomes of the payout address.
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  micro_usd bigint not null check (micro_usd > 0),
  fee_micro_usd bigint not null check (fee_micro_usd >= 0 and fee_micro_usd < micro_usd),
  -- In the smallest unit of the token: what arrives.
  token_units numeric(78) not null check (token_units > 0),
  approvals_needed smallint not null check (approvals_needed in (0, 2)),
  payee jsonb,
  -- Of a weekly payout: its Monday. One a week for each account.
  week date,
  -- The sender and its nonce, from signing on: every transaction of this payout has it, and no other payout does.
  sender text,
  nonce bigint,
  tx_hash text,
  reason text,
  requested_at timestamptz not null,
  signed_at timestamptz,
  ended_at timestamptz,
  check ((state in ('signed', 'broadcast', 'confirmed')) <= (nonce is not null and sender is not null)),
  check ((state in ('confirmed', 'rejected', 'cancelled', 'failed')) = (ended_at is not null)),
  check ((state = 'confirmed') <= (tx_hash is not null)),
  unique (chain_id, sender, nonce),
  unique (account_id, week)
);
create index payouts_by_account on payouts (account_id, id desc);
create index payouts_open on payouts (chain_id, id)
  where state in ('requested', 'approved', 'signed', 'broadcast');

create table payout_approvals (
  payout_id text not null references payouts (id),
  operator_account_id text not null,
  at timestamptz not null,
  primary key (payout_id, operator_account_id)
);

create table payout_settings (
  account_id text primary key references accounts (id) on delete cascade,
  schedule text not null check (schedule in ('at_will', 'weekly')),
  threshold_micro_usd bigint not null check (threshold_micro_usd >= 0),
  chain_id bigint,
  token text,
  payee jsonb,
  updated_at timestamptz not null,
  check ((chain_id is null) = (token is null))
);
