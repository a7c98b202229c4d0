-- The addresses that payouts of an account go to, one row for each change (docs/wallet.md).
create table payout_addresses (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- The linked wallet may be removed later; the address stays.
  wallet_id text not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  requested_at timestamptz not null,
  effective_at timestamptz not null check (effective_at > requested_at),
  -- Before it took effect, by the user or by a later change.
  cancelled_at timestamptz check (cancelled_at < effective_at),
  -- After it took effect, with its wallet.
  removed_at timestamptz check (removed_at is null or (removed_at >= effective_at and cancelled_at is null))
);
create index payout_addresses_by_account on payout_addresses (account_id, effective_at desc);
