-- Automatic orders: searches of the market that rent what matches (docs/decisions/0220-automatic-orders.md).
create table auto_orders (
  id text primary key,
  account_id text not null,
  created_by text not null,
  api_key_id text,
  name text not null,
  query text not null,
  filters jsonb not null,
  -- The order without its offer.
  ordered jsonb not null,
  max_price_micro_usd_per_hour bigint not null check (max_price_micro_usd_per_hour >= 1),
  instances_max smallint not null check (instances_max between 1 and 50),
  running_max smallint check (running_max between 1 and 50),
  budget_micro_usd bigint check (budget_micro_usd >= 1),
  ends_at timestamptz not null,
  state text not null check (state in ('waiting', 'paused', 'completed', 'expired')),
  pause text check ((state = 'paused') = (pause is not null)),
  created_at timestamptz not null,
  -- When it was last created, resumed or changed: failures of instances before do not count any more.
  resumed_at timestamptz not null,
  -- When it is checked next; while it is paused, its end date.
  due_at timestamptz not null,
  checked_at timestamptz,
  outcome text check ((outcome is null) = (checked_at is null)),
  refusal text not null default '',
  matches integer not null default 0 check (matches >= 0),
  cheapest_micro_usd_per_hour bigint,
  -- Whether its user was told of a balance that is too low, since it last rented.
  balance_told boolean not null default false,
  ended_at timestamptz
);
create index auto_orders_by_account on auto_orders (account_id, id);
create index auto_orders_by_user on auto_orders (created_by);
create index auto_orders_due on auto_orders (due_at) where state in ('waiting', 'paused');
create index auto_orders_waiting on auto_orders (id) where state = 'waiting';

-- The instances that each has rented, numbered from 1: no number is placed twice.
create table auto_order_instances (
  auto_order_id text not null references auto_orders (id) on delete cascade,
  number smallint not null check (number >= 1),
  instance_id text not null unique,
  placed_at timestamptz not null,
  -- The budget that it was rented with.
  budget_micro_usd bigint,
  -- Why it failed when it first did.
  failure text,
  primary key (auto_order_id, number)
);
