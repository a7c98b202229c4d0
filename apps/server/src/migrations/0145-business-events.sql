-- Business events (docs/decisions/0165): what happened, for the features that subscribe to it.

-- Every subscriber that ever started on this database. One that a release gives up is deleted by its migration.
create table event_subscribers (
  name text primary key,
  topics text[] not null
);

-- One row for each subscriber of an event, written in the transaction that makes the event true, and deleted in the
-- transaction that handles it.
create table business_events (
  id bigint generated always as identity primary key,
  subscriber text not null,
  topic text not null,
  -- The id of what it happened to. Events of one subject are handled in the order of their ids.
  subject text not null,
  account_id text,
  payload jsonb not null,
  at timestamptz not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  -- Given up: kept for the operator, and no longer in the way of the subject's later events.
  parked_at timestamptz
);
create index business_events_waiting on business_events (subscriber, id) where parked_at is null;
create index business_events_of_subject on business_events (subscriber, subject, id) where parked_at is null;
