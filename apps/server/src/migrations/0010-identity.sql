-- Who may sign in, and the sessions they are signed in by.

create table accounts (
  id text primary key,
  -- As it was typed; the key is what it is compared by.
  email text not null,
  email_key text not null unique,
  username text not null,
  -- Argon2id in PHC string form.
  password_hash text not null,
  profile_path text,
  role text not null check (role in ('user', 'operator')),
  -- Null until an access code was entered.
  access_granted_at timestamptz,
  created_at timestamptz not null
);
create index accounts_operators on accounts (created_at) where role = 'operator';

-- A session is a family of tokens, one of which is good at a time.
create table sessions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text,
  address text
);
create index sessions_by_account on sessions (account_id, created_at desc);
create index sessions_by_expiry on sessions (expires_at);

-- Rotated tokens stay until their session is swept: only so is a second use of one noticed.
create table tokens (
  -- SHA-256 of the token, in hex.
  hash text primary key,
  session_id text not null references sessions (id) on delete cascade,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  rotated_at timestamptz
);
create index tokens_by_session on tokens (session_id);

create table access_codes (
  -- SHA-256 of the code in lower case, in hex.
  hash text primary key,
  label text not null,
  uses integer not null default 0,
  created_at timestamptz not null
);

-- Captcha answers that were taken, until they would expire anyway.
create table captcha_used (
  signature text primary key,
  expires_at timestamptz not null
);
create index captcha_used_by_expiry on captcha_used (expires_at);

-- Keys that all replicas share, made by the first that needs one.
create table shared_secrets (
  name text primary key,
  secret text not null,
  created_at timestamptz not null
);

-- What the operator may set: one row.
create table operator_settings (
  only_row boolean primary key default true check (only_row),
  starting_credit_micro_usd bigint not null default 5000000 check (starting_credit_micro_usd >= 0)
);
insert into operator_settings default values;
