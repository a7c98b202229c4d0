-- Published days that are written to a chain (docs/decisions/0240-receipt-days-on-chain.md).

create table receipt_day_transactions (
  day date primary key references receipt_days (day),
  -- The hash of the day, which the transactions say.
  day_hash text not null,
  chain_id bigint not null,
  -- In lower case.
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  -- Of every transaction that was signed for the day, oldest first: each may be the one that a block takes.
  hashes text[] not null check (cardinality(hashes) >= 1),
  -- The newest one, which is sent again until a block has one of them.
  raw text not null,
  max_fee_wei numeric not null,
  priority_fee_wei numeric not null,
  signed_at timestamptz not null,
  -- Once a block deep enough has it.
  hash text,
  height bigint,
  check ((hash is null) = (height is null))
);
