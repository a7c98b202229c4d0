-- Load and sensors of machines and their GPUs: a sample each minute for three hours, rolled up by hour for 30 days
-- (docs/decisions/0211-dashboards-and-gpu-history.md).
create table machine_minutes (
  machine_id text not null references machines (id),
  at timestamptz not null,
  cpu_percent real not null,
  memory_used_mib int not null,
  -- Slots that are rented or can be rented, and the rented ones of them.
  slots int not null,
  slots_rented int not null,
  -- As reported: GpuReading[] of the contract.
  gpus jsonb not null,
  primary key (machine_id, at)
);
create index machine_minutes_by_time on machine_minutes (at);

-- `minutes`: how many samples an hour has.
create table machine_load_hours (
  machine_id text not null references machines (id),
  at timestamptz not null,
  minutes smallint not null check (minutes between 1 and 60),
  cpu_percent_min real not null,
  cpu_percent_avg real not null,
  cpu_percent_max real not null,
  memory_used_mib_min int not null,
  memory_used_mib_avg int not null,
  memory_used_mib_max int not null,
  slot_minutes int not null,
  rented_slot_minutes int not null,
  primary key (machine_id, at)
);
create index machine_load_hours_by_time on machine_load_hours using brin (at);

-- A number for each GPU, so that the many rows of its hours stay small.
create table gpus (
  id int generated always as identity primary key,
  machine_id text not null references machines (id),
  uuid text not null,
  seen_at timestamptz not null,
  unique (machine_id, uuid)
);
create index gpus_by_time on gpus (seen_at);

create table gpu_hours (
  gpu_id int not null references gpus (id) on delete cascade,
  at timestamptz not null,
  minutes smallint not null check (minutes between 1 and 60),
  temperature_c_min smallint,
  temperature_c_avg smallint,
  temperature_c_max smallint,
  power_w_min int,
  power_w_avg int,
  power_w_max int,
  utilization_percent_min smallint,
  utilization_percent_avg smallint,
  utilization_percent_max smallint,
  memory_used_mib_min int,
  memory_used_mib_avg int,
  memory_used_mib_max int,
  sm_clock_mhz_min int,
  sm_clock_mhz_avg int,
  sm_clock_mhz_max int,
  memory_clock_mhz_min int,
  memory_clock_mhz_avg int,
  memory_clock_mhz_max int,
  fan_percent_min smallint,
  fan_percent_avg smallint,
  fan_percent_max smallint,
  -- Minutes in which heat or a fault slowed it down; null: not reported.
  throttled_minutes smallint,
  -- Uncorrected memory errors that were new.
  ecc_errors int,
  primary key (gpu_id, at)
);
create index gpu_hours_by_time on gpu_hours using brin (at);

-- The alerts of an account's GPUs; an account without a row has the defaults of the contract.
create table gpu_alert_settings (
  account_id text primary key,
  temperature_c int,
  ecc boolean not null,
  throttling boolean not null,
  repeat_hours int not null
);

-- Kept for some days after its end: it says when its provider was last notified.
create table gpu_alerts (
  machine_id text not null references machines (id),
  gpu_uuid text not null,
  kind text not null check (kind in ('temperature', 'ecc', 'throttling')),
  gpu_model text not null,
  since timestamptz not null,
  value real,
  notified_at timestamptz,
  ended_at timestamptz,
  primary key (machine_id, gpu_uuid, kind)
);
create index gpu_alerts_open on gpu_alerts (machine_id) where ended_at is null;
create index gpu_alerts_ended on gpu_alerts (ended_at) where ended_at is not null;
