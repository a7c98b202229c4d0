-- Addresses are proven by a one-time code; until then an account is only somebody's claim to one.

alter table accounts add column name text;
alter table accounts add column email_verified_at timestamptz;
update accounts set email_verified_at = created_at;
alter table accounts alter column password_hash drop not null;
alter table accounts add column suspended_at timestamptz;
alter table accounts add column suspended_reason text;
-- Closed accounts keep their row, for the ledger, without anything that names the person.
alter table accounts add column closed_at timestamptz;
alter table accounts add column is_kol boolean not null default false;
-- What differs from the defaults (NotificationSettings of the contract).
alter table accounts add column notifications jsonb not null default '{}';
-- The access code that was given at registration, redeemed when the address is proven.
alter table accounts add column waiting_access_code_hash text;

alter table accounts drop constraint accounts_email_key_key;
create unique index accounts_proven_email on accounts (email_key)
  where email_verified_at is not null and closed_at is null;
create index accounts_unproven_email on accounts (email_key, created_at desc)
  where email_verified_at is null;
create index accounts_by_age on accounts (created_at desc);

create table profile_pictures (
  account_id text primary key references accounts (id) on delete cascade,
  -- SHA-256 of the bytes in hex; it is the picture's address.
  hash text not null,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 262144)
);
create index profile_pictures_by_hash on profile_pictures (hash);

alter table sessions add column origin text not null default 'password'
  check (origin in ('password', 'code', 'provider', 'passkey', 'extension'));
alter table sessions add column purpose text not null default 'person'
  check (purpose in ('person', 'reset', 'extension'));
alter table sessions add column last_seen_at timestamptz;
-- When the person last proved who they are.
alter table sessions add column confirmed_at timestamptz;
update sessions set last_seen_at = created_at, confirmed_at = created_at;
alter table sessions alter column last_seen_at set not null;
-- The company that the session works for; it counts only while the membership lasts.
alter table sessions add column acting_for text;

-- One outstanding code an address: a new one takes the place of the old.
create table one_time_codes (
  email_key text primary key,
  -- Null where the address has no account: the row is there so that time and limits tell nothing.
  account_id text references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'forgot', 'none')),
  -- HMAC-SHA256 under a key that is not in this table; null when nothing was sent.
  hash text,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- After "forgot": redeemed for a temporary token, and needed once more beside the new password.
  redeemed_at timestamptz
);
create index one_time_codes_by_expiry on one_time_codes (expires_at);

-- How often something was tried in a window of time, by whom or at whom.
create table attempts (
  key text primary key,
  window_ends_at timestamptz not null,
  count integer not null
);
create index attempts_by_window on attempts (window_ends_at);
