-- The addresses that payouts are sent from: one replica at a time works with each.
create table chain_senders (
  chain_id bigint not null,
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  next_nonce bigint not null check (next_nonce >= 0),
  lease_token text,
  lease_ends_at timestamptz,
  -- Why nothing is sent at present, by token.
  waits jsonb not null default '{}',
  primary key (chain_id, address)
);

-- Every transaction that was signed for a payout, written before it is sent: after a crash the same bytes are sent.
create table payout_transactions (
  hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  payout_id text not null references payouts (id),
  attempt smallint not null check (attempt >= 1),
  raw text not null,
  max_fee_wei numeric(78) not null,
  priority_fee_wei numeric(78) not null,
  signed_at timestamptz not null,
  unique (payout_id, attempt)
);
