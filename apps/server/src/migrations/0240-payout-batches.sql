-- Transactions that pay many payouts through a batch contract, and those that allow it to move the tokens
-- (docs/payouts.md). A batch has one nonce, for ever.
create table payout_batches (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  sender text not null check (sender ~ '^0x[0-9a-f]{40}$'),
  nonce bigint not null check (nonce >= 0),
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  -- What the transaction allows the contract to move; it pays nobody then.
  allowance_units numeric(78) check (allowance_units >= 0),
  state text not null check (state in ('signed', 'broadcast', 'ended')),
  signed_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  unique (chain_id, sender, nonce)
);
create index payout_batches_open on payout_batches (chain_id, sender) where state <> 'ended';

-- A payout is in one batch, for ever, at one place of its list.
alter table payouts
  add column batch_id bigint references payout_batches (id),
  add column batch_index smallint check (batch_index >= 0),
  add constraint payouts_in_batch check (num_nulls(batch_id, batch_index) in (0, 2)
    and (batch_id is null or (method = 'wallet' and nonce is not null))),
  add constraint payouts_batch_place unique (batch_id, batch_index),
  drop constraint payouts_chain_id_sender_nonce_key;
create unique index payouts_by_nonce on payouts (chain_id, sender, nonce) where batch_id is null;

alter table payout_transactions
  alter column payout_id drop not null,
  add column batch_id bigint references payout_batches (id),
  add constraint payout_transactions_of_one check (num_nonnulls(payout_id, batch_id) = 1),
  add constraint payout_transactions_batch_attempt unique (batch_id, attempt);
