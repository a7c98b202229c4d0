-- Sign-in providers (OpenID Connect) and passkeys.

create table logins (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  provider text not null,
  -- A person is who the issuer says under this subject; addresses change hands.
  issuer text not null,
  subject text not null,
  email text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index logins_by_account on logins (account_id);

-- A sign-in that is under way at a provider. Bound to the browser by a cookie whose hash the state is.
create table login_states (
  hash text primary key,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  -- The session that connects a provider; null when somebody signs in.
  session_id text references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index login_states_by_expiry on login_states (expires_at);

-- What the callback leaves in the browser's cookie, good once, for a minute.
create table login_codes (
  hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index login_codes_by_expiry on login_codes (expires_at);

create table passkeys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_account on passkeys (account_id);

create table passkey_ceremonies (
  id text primary key,
  kind text not null check (kind in ('make', 'use')),
  account_id text references accounts (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_ceremonies_by_expiry on passkey_ceremonies (expires_at);
