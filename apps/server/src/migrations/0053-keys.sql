-- Public SSH keys, and API keys with what they may do and spend.

create table ssh_keys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  type text not null,
  bits integer not null,
  fingerprint text not null,
  public_key text not null,
  created_at timestamptz not null,
  unique (account_id, fingerprint)
);

create table api_keys (
  id text primary key,
  -- SHA-256 of the key in hex.
  hash text not null unique,
  -- Whom it acts for: a person, or a company.
  account_id text not null,
  -- Who made it; it works only while they may act for that account.
  person_id text not null references accounts (id) on delete cascade,
  name text not null,
  starts_with text not null,
  scopes jsonb not null,
  budget_micro_usd bigint check (budget_micro_usd > 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text,
  revoked_at timestamptz
);
create index api_keys_by_account on api_keys (account_id, created_at desc);
create index api_keys_by_person on api_keys (person_id);

-- Who placed the order, and with which key: what a company's spend and a key's budget are counted by.
alter table instances add column placed_by text;
alter table instances add column api_key_id text;
-- A person lets it go on though the budget of its key is used up; what it costs still counts as the key's.
alter table instances add column past_key_budget boolean not null default false;
update instances set placed_by = account_id;
create index instances_by_api_key on instances (api_key_id) where api_key_id is not null;
