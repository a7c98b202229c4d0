-- Promo codes add promotional credit, once per account (docs/promo-codes.md). Codes are stored in lower case.
create table promo_codes (
  id text primary key,
  code text not null unique check (code = lower(code)),
  label text not null,
  amount_micro_usd bigint not null check (amount_micro_usd > 0),
  uses integer not null default 0,
  uses_max integer not null check (uses_max > 0),
  terms text not null,
  new_accounts_days integer check (new_accounts_days > 0),
  once_per_mailbox boolean not null,
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  paused_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  constraint promo_codes_uses check (uses between 0 and uses_max)
);
create index promo_codes_newest on promo_codes (created_at desc, id desc);

create table promo_redemptions (
  promo_code_id text not null references promo_codes (id),
  account_id text not null references accounts (id),
  micro_usd bigint not null check (micro_usd > 0),
  transaction_id text not null references ledger_transactions (id),
  -- A keyed hash of the mailbox, where the code counts mailboxes.
  address_hash text,
  redeemed_at timestamptz not null,
  primary key (promo_code_id, account_id),
  unique (promo_code_id, address_hash)
);
create index promo_redemptions_newest on promo_redemptions (promo_code_id, redeemed_at desc, account_id);
create index promo_redemptions_of_account on promo_redemptions (account_id, redeemed_at desc);

-- Rewards, which stand in reward:<account id> until they are claimed (docs/rewards.md).
create table rewards (
  id text primary key,
  account_id text not null references accounts (id),
  key text not null unique,
  -- The feature or person that gave it, such as `operator`.
  source text not null,
  text text not null,
  micro_usd bigint not null check (micro_usd > 0),
  payable_at timestamptz not null,
  transaction_id text not null unique references ledger_transactions (id),
  created_at timestamptz not null,
  claimed_at timestamptz,
  claim_transaction_id text references ledger_transactions (id),
  check ((claimed_at is null) = (claim_transaction_id is null))
);
create index rewards_of_account on rewards (account_id);
create index rewards_unclaimed on rewards (account_id, payable_at, id) where claimed_at is null;
