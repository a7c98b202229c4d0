-- What one unit of each kind of hardware costs for an hour, hour by hour: a GPU, or a thread of CPUs, without disk.
create table price_hours (
  hardware_class text not null,
  hour timestamptz not null,
  p10_micro_usd_per_hour bigint not null,
  median_micro_usd_per_hour bigint not null,
  p90_micro_usd_per_hour bigint not null,
  paid_median_micro_usd_per_hour bigint,
  units_listed double precision not null check (units_listed >= 0),
  units_rented double precision not null check (units_rented >= 0),
  primary key (hardware_class, hour)
);
create index price_hours_by_hour on price_hours (hour);

-- The last order of each day.
create table price_last_rentals (
  hardware_class text not null,
  day date not null,
  micro_usd_per_hour bigint not null,
  at timestamptz not null,
  primary key (hardware_class, day)
);
create index price_last_rentals_by_day on price_last_rentals (day);

-- Days are kept for ever, as they are published.
create table price_days (
  hardware_class text not null,
  day date not null,
  p10_micro_usd_per_hour bigint not null,
  median_micro_usd_per_hour bigint not null,
  p90_micro_usd_per_hour bigint not null,
  paid_median_micro_usd_per_hour bigint,
  last_rented_micro_usd_per_hour bigint,
  unit_hours_listed double precision not null,
  unit_hours_rented double precision not null,
  primary key (hardware_class, day)
);
create index price_days_by_day on price_days (day);

-- How much of the time units at each price were rented. A level is about a tenth of the price wide.
create table price_levels (
  hardware_class text not null,
  day date not null,
  level integer not null,
  unit_hours_listed double precision not null,
  unit_hours_rented double precision not null,
  -- The prices of the listed units, each times its hours.
  micro_usd_listed double precision not null,
  primary key (hardware_class, day, level)
);
create index price_levels_by_day on price_levels (day);
