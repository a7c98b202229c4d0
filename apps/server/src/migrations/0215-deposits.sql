-- Deposits of stablecoins to an own address of each account (docs/decisions/0228-deposits.md).

-- How far each chain was read. One replica at a time watches a chain, by its lease.
create table deposit_chains (
  chain_id bigint primary key,
  -- Blocks up to it were read; up to the second, deposits were decided as final.
  scanned_height bigint,
  settled_height bigint,
  head_height bigint,
  -- When the contracts were found to be as configured: no address is given before.
  verified_at timestamptz,
  verified_as text,
  reached_at timestamptz,
  lease_token text,
  leased_until timestamptz,
  alarm text check (alarm in ('unreachable', 'endpoints_disagree', 'contracts_differ', 'decimals_differ',
    'reorg_too_deep', 'block_too_large')),
  alarm_detail text,
  alarm_since timestamptz,
  check ((alarm is null) = (alarm_since is null))
);

-- The newest blocks that were read: a block whose parent is another one shows a reorganisation.
create table deposit_blocks (
  chain_id bigint not null references deposit_chains (chain_id),
  height bigint not null,
  hash text not null,
  primary key (chain_id, height)
);

create table deposit_addresses (
  account_id text not null,
  chain_id bigint not null,
  -- In lower case.
  address text not null,
  created_at timestamptz not null,
  primary key (account_id, chain_id, address),
  unique (chain_id, address)
);

create table deposits (
  id text primary key,
  chain_id bigint not null,
  tx_hash text not null,
  token text not null,
  address text not null,
  -- Of the transaction's transfers of this token to this address, from 0: the index of a log within its block changes
  -- when the chain reorganises.
  ordinal integer not null check (ordinal >= 0),
  account_id text not null,
  from_address text not null,
  block_height bigint not null,
  block_hash text not null,
  amount numeric(78) not null check (amount > 0),
  state text not null check (state in ('seen', 'confirming', 'credited', 'orphaned', 'rejected')),
  rejection text check (rejection in ('wrong_token', 'below_minimum', 'dust', 'too_large', 'less_arrived', 'unverified',
    'account_closed')),
  credited_micro_usd bigint check (credited_micro_usd > 0),
  -- Credits that were taken back: the next one has another key in the ledger.
  reversals integer not null default 0,
  seen_at timestamptz not null,
  credited_at timestamptz,
  unique (chain_id, tx_hash, token, address, ordinal),
  check ((state = 'rejected') = (rejection is not null)),
  check ((state = 'credited') = (credited_micro_usd is not null))
);
create index deposits_of_account on deposits (account_id, seen_at desc, id desc);
create index deposits_by_height on deposits (chain_id, block_height);
create index deposits_pending on deposits (chain_id) where state in ('seen', 'confirming');
create index deposits_for_operator on deposits (seen_at desc) where state = 'rejected' or reversals > 0;
