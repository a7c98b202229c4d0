-- Deposits that the payer signs, and a relayer of the platform sends (docs/decisions/0235-payments-without-gas.md).

create table gasless_payments (
  id text primary key,
  account_id text not null,
  chain_id bigint not null,
  token text not null,
  method text not null check (method in ('authorization', 'permit')),
  -- In lower case, as all addresses here.
  payer text not null check (payer ~ '^0x[0-9a-f]{40}$'),
  -- The deposit address that it pays.
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  relayer text not null check (relayer ~ '^0x[0-9a-f]{40}$'),
  amount numeric(78) not null check (amount > 0),
  -- Of what was signed: 32 random bytes, or the payer's number at the token.
  nonce text not null,
  valid_until timestamptz not null,
  domain_name text not null,
  domain_version text not null,
  signature text,
  state text not null check (state in ('unsigned', 'received', 'sent', 'mined', 'failed', 'expired')),
  -- The transaction that is due: a permit takes two.
  step text not null check (step in ('permit', 'transfer')),
  -- The relayer's nonce for this step.
  tx_nonce bigint,
  tx_hash text,
  reason text,
  created_at timestamptz not null,
  signed_at timestamptz,
  -- When nothing can change any more: its transaction is deep enough in the chain, or it will never be sent.
  settled_at timestamptz,
  check ((state = 'unsigned') = (signature is null)),
  check ((signature is null) = (signed_at is null)),
  check (state not in ('failed', 'expired') or settled_at is not null)
);
create index gasless_payments_of_account on gasless_payments (account_id, created_at desc);
create index gasless_payments_open on gasless_payments (chain_id, relayer) where signature is not null and settled_at is null;
-- The next permit has the next number, so that one payer has one permit on its way.
create unique index gasless_permits_open on gasless_payments (chain_id, token, payer)
  where method = 'permit' and state in ('received', 'sent');

-- Every transaction that was signed, written before it is sent: after a crash the same bytes are sent.
create table gasless_transactions (
  hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  payment_id text not null references gasless_payments (id),
  chain_id bigint not null,
  relayer text not null,
  nonce bigint not null,
  attempt smallint not null check (attempt >= 1),
  -- `cancel`: sends nothing, so that its nonce is used when the signature has expired.
  call text not null check (call in ('permit', 'transfer', 'cancel')),
  raw text not null,
  max_fee_wei numeric(78) not null,
  priority_fee_wei numeric(78) not null,
  signed_at timestamptz not null,
  unique (chain_id, relayer, nonce, attempt)
);
create index gasless_transactions_of_payment on gasless_transactions (payment_id);

-- What was last seen of the relayer of each chain.
create table gasless_relayers (
  chain_id bigint primary key,
  address text not null,
  coin_wei numeric(78),
  gas_price_wei numeric(78),
  wait text check (wait in ('no_gas', 'gas_price', 'chain_down')),
  wait_since timestamptz,
  checked_at timestamptz not null,
  check ((wait is null) = (wait_since is null))
);

-- The domains of tokens (EIP-712) as their contracts state them, or why they are not offered.
create table gasless_tokens (
  chain_id bigint not null,
  token text not null,
  domain_name text,
  domain_version text,
  problem text,
  checked_at timestamptz not null,
  primary key (chain_id, token),
  check ((problem is null) = (domain_name is not null and domain_version is not null))
);
