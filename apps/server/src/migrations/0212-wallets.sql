-- Addresses of wallets, proved by a signature (EIP-4361); docs/wallet.md.
create table wallets (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- In lower case.
  address text not null check (address ~ '^0x[0-9a-f]{40}$'),
  -- The chain whose contract controls the address; null: a key does, on every chain. A contract may have another owner
  -- on another chain.
  contract_chain_id bigint,
  label text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index wallets_by_address on wallets (address, coalesce(contract_chain_id, 0));
create index wallets_by_account on wallets (account_id);

-- Messages that wait for their signature, bound to the browser that asked for them by the hash of its cookie.
create table wallet_messages (
  nonce text primary key,
  browser_hash text not null,
  purpose text not null check (purpose in ('sign_in', 'confirm', 'link')),
  account_id text references accounts (id) on delete cascade,
  address text not null,
  chain_id bigint not null,
  message text not null,
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (account_id is null))
);
create index wallet_messages_by_expiry on wallet_messages (expires_at);

alter table sessions drop constraint sessions_origin_check;
alter table sessions add constraint sessions_origin_check
  check (origin in ('password', 'code', 'provider', 'passkey', 'wallet', 'extension'));
