-- Accounts at Stripe that payouts go to (docs/payouts.md). Stripe has their details; here is what it last said of them.
create table stripe_accounts (
  id text primary key,
  -- Of a user or a company.
  account_id text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Stripe's name for it; null until Stripe has made it.
  stripe_id text unique check (stripe_id ~ '^acct_[A-Za-z0-9]{1,100}$'),
  state text not null check (state in ('needs_information', 'in_review', 'ready', 'disabled')),
  disabled_reason text,
  -- Its bank accounts and cards, by Stripe's names: a change waits, as of payout addresses.
  destination text,
  effective_at timestamptz,
  requested_at timestamptz not null,
  checked_at timestamptz not null,
  removed_at timestamptz,
  check ((destination is null) = (effective_at is null))
);
create unique index stripe_accounts_in_use on stripe_accounts (account_id) where removed_at is null;
create index stripe_accounts_by_check on stripe_accounts (checked_at) where removed_at is null;

-- Events of Stripe that were handled, until Stripe no longer repeats them.
create table payout_events (
  id text primary key,
  received_at timestamptz not null
);
create index payout_events_by_time on payout_events (received_at);
