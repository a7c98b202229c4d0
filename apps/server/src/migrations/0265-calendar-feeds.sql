-- Secret URLs of calendars (decision 0258): of each the hash.
create table calendar_feeds (
  account_id text primary key references accounts (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null
);
