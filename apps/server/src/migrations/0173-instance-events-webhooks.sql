-- Events and notes of instances, and webhooks (docs/decisions/0191).

alter table instances add column note text not null default '' check (char_length(note) <= 2000);
-- When it was first entered: by exec, a terminal or a tunnel.
alter table instances add column entered_at timestamptz;

-- What happened to each instance, written in the transaction that changes it. Kept as long as the instance's receipt.
create table instance_events (
  id bigint generated always as identity primary key,
  instance_id text not null references instances,
  account_id text not null,
  -- Counts the events of the instance: beyond the limit, the oldest are folded into one row.
  number integer not null,
  at timestamptz not null,
  kind text not null,
  user_id text,
  api_key_id text,
  cause text,
  exit_code integer,
  folded integer
);
create index instance_events_of_instance on instance_events (instance_id, id);
create index instance_events_of_account on instance_events (account_id, id);

-- Of instances from before this table, what their rows tell.
insert into instance_events (instance_id, account_id, number, at, kind, user_id, api_key_id)
select id, account_id, row_number() over (partition by id order by at), at, kind, user_id, api_key_id
from (
  select id, account_id, created_at as at, 'ordered' as kind, placed_by as user_id, api_key_id from instances
  union all
  select id, account_id, ready_at, 'ready', null, null from instances where ready_at is not null
  union all
  select id, account_id, destroyed_at, 'destroyed', null, null from instances where destroyed_at is not null
) as known
order by at;

create table webhooks (
  id text primary key,
  account_id text not null,
  name text not null,
  url text not null,
  events text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  disabled_reason text,
  -- Since when every attempt has failed.
  failing_since timestamptz,
  last_delivered_at timestamptz
);
create index webhooks_of_account on webhooks (account_id);

-- One row for each event and webhook. A sender claims it with a lease, as it does emails.
create table webhook_deliveries (
  id text primary key,
  -- Orders them: ids of one millisecond do not.
  sequence bigint not null generated always as identity,
  webhook_id text not null references webhooks on delete cascade,
  account_id text not null,
  -- Sent as webhook-id.
  event_id text not null,
  -- Names the event: a webhook is sent each once.
  event_key text not null,
  kind text not null,
  -- The id of what it happened to: the deliveries of a subject are sent in order while the first attempts go on.
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  state text not null default 'waiting',
  -- Attempts since it was created or replayed last, which the schedule counts.
  step integer not null default 0,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  lease text,
  unique (webhook_id, event_key)
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, sequence);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, sequence) where state = 'waiting';
create index webhook_deliveries_of_subject on webhook_deliveries (webhook_id, subject, sequence) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status integer,
  failure text,
  response_start text not null,
  primary key (delivery_id, number)
);
