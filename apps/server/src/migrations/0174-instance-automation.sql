-- What stops and starts an instance by itself, and what it may cost (docs/decisions/0195).

alter table instances
  -- The most that it may cost in all; null: no limit.
  add column budget_micro_usd bigint check (budget_micro_usd > 0),
  -- When the renter was warned that 80 % of the budget is used.
  add column budget_warned_at timestamptz,
  add column stop_at timestamptz,
  add column stop_after_s integer check (stop_after_s > 0),
  add column stop_idle jsonb,
  add column schedule jsonb,
  -- The first report of "running" since its renter, or its schedule, started it last.
  add column run_since timestamptz,
  -- Since when every sample was below the thresholds of stop_idle; null: the last one was not.
  add column idle_since timestamptz,
  -- When its last sample arrived, by our clock.
  add column sampled_at timestamptz,
  -- When somebody was last connected to it.
  add column connected_at timestamptz,
  -- A rule's stop that was announced to the renter, and why.
  add column stop_announced_at timestamptz,
  add column stop_announced_cause text,
  -- No rule stops it before.
  add column stop_postponed_until timestamptz,
  add column next_start_at timestamptz,
  add column next_stop_at timestamptz,
  -- A scheduled start that has not succeeded is tried until then, next at start_retry_at.
  add column start_until timestamptz,
  add column start_retry_at timestamptz,
  -- Why its last try failed.
  add column start_blocker text;
update instances set run_since = coalesce(charged_from, ready_at, created_at)
  where state = 'running' and desired = 'running';
create index instances_ruled on instances (id) where desired = 'running'
  and (stop_at is not null or stop_after_s is not null or stop_idle is not null or next_stop_at is not null
    or stop_announced_at is not null);
create index instances_next_start on instances (next_start_at) where next_start_at is not null;
create index instances_next_stop on instances (next_stop_at) where next_stop_at is not null;
create index instances_start_retry on instances (start_retry_at) where start_retry_at is not null;

-- Whether somebody was connected when the sample arrived; null: from before it was known.
alter table instance_metrics add column connected boolean;
