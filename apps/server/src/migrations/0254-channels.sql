-- Accounts of channels (decision 0252): who connected which, and what is under way.
create table connected_accounts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  channel text not null,
  -- The channel's own id of the account, which stays when it is renamed.
  external_id text not null,
  name text not null,
  handle text not null,
  profile_url text not null,
  -- What was entered to connect it, for connecting it again: a server, a handle or a page.
  input text not null,
  -- Of a page: the code that it was proved with; null otherwise.
  code text,
  state text not null check (state in ('connected', 'expired', 'revoked', 'disconnected')),
  scopes text[] not null,
  -- The credentials, sealed for this id; null where there are none.
  sealed text,
  expires_at timestamptz,
  connected_at timestamptz not null,
  checked_at timestamptz not null,
  problem text,
  -- The channel accepts no requests for it before this time.
  not_before timestamptz,
  -- Who is getting new credentials, and until when nobody else does.
  refresh_lease text,
  refresh_ends_at timestamptz,
  unique (account_id, channel, external_id),
  check (state <> 'disconnected' or sealed is null)
);
-- An account of a channel belongs to one account here at a time.
create unique index connected_accounts_owner on connected_accounts (channel, external_id)
  where state <> 'disconnected';
create index connected_accounts_checked on connected_accounts (checked_at) where state = 'connected';

-- Connections that wait for their owner at the channel. A state is used once.
create table channel_connections (
  state_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  session_id text not null,
  channel text not null,
  input text not null,
  -- What the driver needs to finish, sealed for the hash of the state.
  sealed text not null,
  reconnects text references connected_accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index channel_connections_of_account on channel_connections (account_id);
create index channel_connections_expired on channel_connections (expires_at);

-- Codes that prove that a page is somebody's.
create table channel_proofs (
  account_id text not null references accounts (id) on delete cascade,
  channel text not null,
  url text not null,
  code text not null unique,
  expires_at timestamptz not null,
  primary key (account_id, channel, url)
);
create index channel_proofs_expired on channel_proofs (expires_at);
