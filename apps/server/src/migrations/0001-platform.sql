-- Changes, kept for a while so that a listener who was away can catch up.
create table events (
  id bigint generated always as identity primary key,
  topic text not null,
  account_id text,
  subject text not null,
  at timestamptz not null default now()
);
create index events_by_account on events (account_id, id);
create index events_by_age on events (at);
