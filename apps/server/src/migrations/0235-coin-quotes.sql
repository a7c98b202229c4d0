-- Deposits in the coin of a chain, each at the price of a quote (docs/decisions/0241-deposits-in-the-coin-of-a-chain.md).
create table coin_quotes (
  id text primary key,
  account_id text not null,
  chain_id bigint not null,
  -- What the payment names on the chain: 24 random bytes, and the time at which it expires.
  code text not null unique check (code ~ '^0x[0-9a-f]{64}$'),
  -- The contract that takes the payment, and who pays; in lower case.
  contract text not null check (contract ~ '^0x[0-9a-f]{40}$'),
  payer text not null check (payer ~ '^0x[0-9a-f]{40}$'),
  amount numeric(78) not null check (amount > 0),
  micro_usd bigint not null check (micro_usd > 0),
  -- Of one coin: what it is credited as, and what it was worth.
  price_micro_usd bigint not null check (price_micro_usd > 0),
  market_price_micro_usd bigint not null check (market_price_micro_usd >= price_micro_usd),
  price_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index coin_quotes_of_account on coin_quotes (account_id, created_at desc);
create index coin_quotes_of_chain on coin_quotes (chain_id, expires_at desc);

-- Of a payment in a chain's coin: the code of its quote, which may be unknown. Then it is of no account.
alter table deposits add column quote text check (quote ~ '^0x[0-9a-f]{64}$');
alter table deposits alter column account_id drop not null;
alter table deposits add constraint deposits_account_check check (account_id is not null or quote is not null);
alter table deposits add constraint deposits_credit_account_check check (state <> 'credited' or account_id is not null);
-- A transaction may pay several quotes to the same contract.
alter table deposits drop constraint deposits_chain_id_tx_hash_token_address_ordinal_key;
alter table deposits add constraint deposits_of_transaction
  unique nulls not distinct (chain_id, tx_hash, token, address, quote, ordinal);
create index deposits_by_quote on deposits (quote) where quote is not null;
-- A quote is credited once at a time, whatever is mined, killed or repeated.
create unique index deposits_credited_quotes on deposits (quote) where state = 'credited';

alter table deposits drop constraint deposits_rejection_check;
alter table deposits add constraint deposits_rejection_check check (rejection in
  ('wrong_token', 'below_minimum', 'dust', 'too_large', 'less_arrived', 'unverified', 'account_closed', 'not_booked',
    'unknown_quote', 'other_chain', 'other_payer', 'quote_used', 'amount_differs'));
