-- Since when an instance is charged, why from then on, and how much of its start it had for nothing.
alter table instances
  add column charged_from timestamptz,
  add column charged_cause text check (charged_cause in ('ready', 'entered', 'free_start_used')),
  add column free_s bigint not null default 0,
  add column meter_running_s bigint,
  -- When it was first asked to stop (or to go) since it was last wanted running: running is charged little beyond.
  add column stop_asked_at timestamptz,
  -- When it was asked to go: after this nothing is charged at all.
  add column destroy_asked_at timestamptz,
  -- How long its machine has been heard since without acting on it, and when that was too long.
  add column stop_waited_ms bigint not null default 0,
  add column stop_overdue_at timestamptz,
  add constraint instances_charging_whole check ((charged_from is null) = (charged_cause is null));

update instances set charged_from = ready_at, charged_cause = 'ready' where ready_at is not null;
update instances set meter_running_s = meter_ready_s;
update instances set stop_asked_at = coalesce(last_heard_at, created_at) where desired <> 'running';
update instances set destroy_asked_at = stop_asked_at where desired = 'destroyed';

create index instances_by_free_start on instances (coalesce(placed_by, account_id), created_at)
  where free_s > 0;
create index instances_by_overdue_stop on instances (machine_id) where stop_overdue_at is not null;

-- Since when a machine has left a stop undone; it is off the market until it has done it.
alter table machines add column stop_overdue_since timestamptz;
