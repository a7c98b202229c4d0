-- When the slots of a rental were last taken, so that a full offer says for how long it has been rented. Unknown for
-- rentals from before.
alter table rentals add column taken_at timestamptz;
alter table rentals alter column taken_at set default now();

-- A search for offers whose slots are all rented: one index, as they are shown after those that are free.
create index offers_rented on offers (price_micro_usd_per_hour, id)
  include (kind, gpu_model, slots_total, vram_mib, vcpus, memory_mib, disk_free_gb, cpu_score, network_down_mbps, machine_id, isolated)
  where visible and slots_free = 0;

-- The price of one slot with its memory at the end of each UTC day on which it changed.
create table offer_price_days (
  offer_id text not null references offers (id),
  day date not null,
  micro_usd_per_hour bigint not null,
  primary key (offer_id, day)
);
insert into offer_price_days (offer_id, day, micro_usd_per_hour)
  select id, (now() at time zone 'UTC')::date, price_micro_usd_per_hour from offers where visible;

-- Whether other work used the CPUs while a figure was measured.
alter table machine_benchmarks add column under_load boolean not null default false;
