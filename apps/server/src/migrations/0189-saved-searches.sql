-- Queries of offers with a name: their accounts are told of offers that begin to match.
create table saved_searches (
  id text primary key,
  account_id text not null,
  name text not null,
  query text not null,
  filters jsonb not null,
  channels text[] not null,
  paused boolean not null default false,
  created_at timestamptz not null,
  last_sent_at timestamptz
);
create index saved_searches_by_account on saved_searches (account_id, id);
create index saved_searches_active on saved_searches (id) where not paused;

-- The offers that matched a search: told already, or waiting for its next message.
create table saved_search_matches (
  search_id text not null references saved_searches (id) on delete cascade,
  offer_id text not null,
  matched_at timestamptz not null,
  told boolean not null,
  primary key (search_id, offer_id)
);
create index saved_search_matches_waiting on saved_search_matches (search_id) where not told;
