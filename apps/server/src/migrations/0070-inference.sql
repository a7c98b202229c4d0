-- Models that machines serve, what was measured of it, answers with what they cost, and the chats of people.

create table models (
  id text primary key,
  about text not null,
  licence text not null,
  parameters bigint,
  context_tokens integer not null,
  -- ModelSource of the contract, in the order in which they are tried.
  sources jsonb not null,
  created_at timestamptz not null,
  removed_at timestamptz
);

-- One machine serving one model.
create table model_endpoints (
  id text primary key,
  machine_id text not null references machines (id) on delete cascade,
  model_id text not null references models (id),
  -- Raised with every change of what the machine is to do.
  generation integer not null,
  -- ServeEngine of the contract.
  engine jsonb not null,
  input_micro_usd bigint not null check (input_micro_usd >= 0),
  cached_micro_usd bigint not null check (cached_micro_usd >= 0),
  output_micro_usd bigint not null check (output_micro_usd >= 0),
  slots integer not null check (slots between 1 and 256),
  -- What it last said (ServeReport of the agent protocol), and when.
  report jsonb,
  reported_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index model_endpoints_served on model_endpoints (machine_id, model_id) where removed_at is null;
create index model_endpoints_by_model on model_endpoints (model_id) where removed_at is null;

-- What machines can serve models with, as they said at their last connection.
create table machine_engines (
  machine_id text primary key references machines (id) on delete cascade,
  -- Why it cannot run llama.cpp, for its owner.
  llama_missing text
);

-- What was measured, a row a minute: counts, and durations in buckets (domain: inference/histogram).
create table endpoint_minutes (
  endpoint_id text not null references model_endpoints (id) on delete cascade,
  minute timestamptz not null,
  answered integer not null,
  failed integer not null,
  first_token_ms jsonb not null,
  tokens_per_s jsonb not null,
  primary key (endpoint_id, minute)
);
create index endpoint_minutes_by_minute on endpoint_minutes (minute);

-- Money set aside for answers of one payer, by one replica, on one UTC day.
create table inference_tabs (
  id text primary key,
  account_id text not null,
  api_key_id text,
  replica text not null,
  opened_at timestamptz not null,
  -- A replica says so every few seconds; a tab that nobody touches is closed by another.
  touched_at timestamptz not null,
  closed_at timestamptz
);
create index inference_tabs_open on inference_tabs (touched_at) where closed_at is null;
create index inference_tabs_open_of on inference_tabs (account_id) where closed_at is null;
create index inference_tabs_open_by_key on inference_tabs (api_key_id)
  where closed_at is null and api_key_id is not null;

-- Answers that have ended.
create table generations (
  id text primary key,
  account_id text not null,
  -- Who asked.
  person_id text not null,
  api_key_id text,
  tab_id text,
  model_id text not null,
  endpoint_id text,
  machine_id text,
  state text not null check (state in ('done', 'length', 'stopped', 'broken')),
  problem text,
  input_tokens integer not null,
  cached_tokens integer not null,
  output_tokens integer not null,
  first_token_ms double precision,
  tokens_per_s double precision,
  micro_usd bigint not null check (micro_usd >= 0),
  -- The capture that it is part of; null: it cost nothing.
  transaction_id text,
  started_at timestamptz not null,
  ended_at timestamptz not null
);
create index generations_by_account on generations (account_id, ended_at desc);
create index generations_by_tab on generations (tab_id);

-- What an account spends by day counts its answers too, in one row a tab and day.
create function spend_days_add_answers() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, person_id, api_key_id, micro_usd)
    select tab_id, (ended_at at time zone 'UTC')::date, min(account_id), min(person_id), min(api_key_id),
      sum(micro_usd)
    from added where micro_usd > 0 group by 1, 2
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create trigger generations_spent after insert on generations
  referencing new table as added for each statement execute function spend_days_add_answers();
-- What was spent with a key since a day, for its budget.
create index spend_days_by_key on spend_days (api_key_id, day) include (spent_on, micro_usd)
  where api_key_id is not null;

create table chats (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  model_id text not null,
  -- The first prompt without a leading `Prompt:`, until somebody names it.
  title text not null,
  -- ChatParameters of the contract.
  parameters jsonb not null,
  -- The message that the shown branch ends in.
  leaf_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index chats_by_account on chats (account_id, changed_at desc, id);

create table chat_messages (
  id text primary key,
  chat_id text not null references chats (id) on delete cascade,
  -- Of the same chat. No foreign key: messages go with their chat alone, and a key would be looked up for each of them.
  parent_id text,
  role text not null check (role in ('user', 'assistant')),
  text text not null,
  model_id text,
  generation_id text unique,
  state text check (state in ('running', 'done', 'length', 'stopped', 'broken')),
  problem text,
  -- AnswerCost of the contract, once it has ended.
  cost jsonb,
  at timestamptz not null,
  -- While it runs, whoever makes it says so every few seconds, with what has come.
  touched_at timestamptz,
  -- A tsvector holds at most 1 MiB, and hyphenated words stand in it twice.
  search tsvector generated always as (to_tsvector('simple', left(text, 100000))) stored
);
create index chat_messages_by_chat on chat_messages (chat_id, at, id);
create index chat_messages_search on chat_messages using gin (search);
create index chat_messages_running on chat_messages (touched_at) where state = 'running';

create table chat_shares (
  id text primary key,
  chat_id text not null references chats (id) on delete cascade,
  -- SHA-256 of the secret in its address, in hex.
  hash text not null unique,
  -- SharedChat of the contract: what was shown when it was shared.
  content jsonb not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index chat_shares_open on chat_shares (chat_id) where revoked_at is null;

-- What a key may spend begins anew each UTC day, ISO week or month, or never; and which models it may ask (null: all).
alter table api_keys add column budget_period text not null default 'never'
  check (budget_period in ('never', 'daily', 'weekly', 'monthly'));
alter table api_keys add column models jsonb;

-- Holds and captures of tabs stand beside those of instances and render jobs.
alter table ledger_transactions add column tab_id text;
create index ledger_transactions_by_tab on ledger_transactions (tab_id, created_at) where tab_id is not null;

-- The token that the agent of the server's own machine is invited with: that machine serves the first model by itself.
alter table enrolment_tokens add column is_here boolean not null default false;
