alter table instances
  -- The most that its renter pays for a slot with its memory, and what all of it costs at that price; null: on demand.
  add column bid_micro_usd_per_hour bigint,
  add column bid_all_micro_usd_per_hour bigint,
  add column interruption_signal text,
  add column resumes boolean not null default true,
  -- The price of the last clearing, which the next report begins to charge.
  add column next_micro_usd_per_hour bigint,
  -- When it is stopped, as its renter was told.
  add column interrupted_at timestamptz,
  -- Its slots are still used by instances that are being interrupted, and since when they are not any more.
  add column awaits_slots boolean not null default false,
  add column slots_ready_at timestamptz;
create index instances_interrupted on instances (interrupted_at) where interrupted_at is not null;
create index instances_awaiting on instances (id) where awaits_slots;
