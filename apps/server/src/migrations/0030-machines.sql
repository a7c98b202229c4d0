-- Agents: the keys that machines prove themselves with, and who holds which connection.

create table agent_keys (
  machine_id text primary key,
  -- Ed25519, raw 32 bytes in base64url.
  public_key text not null,
  revoked_at timestamptz
);

-- Nonces that were given out and not used yet: using one deletes it.
create table agent_nonces (
  nonce_hash text primary key,
  machine_id text not null references agent_keys (machine_id),
  expires_at timestamptz not null
);
create index agent_nonces_by_expiry on agent_nonces (expires_at);

-- The one connection of each machine. A replica whose row is gone or names another gives its connection up.
create table machine_connections (
  machine_id text primary key,
  replica text not null,
  connection_id text not null,
  connected_at timestamptz not null,
  seen_at timestamptz not null
) with (fillfactor = 70);

-- Machines: what they are, what they have for rent, and who rents what.

create table machines (
  id text primary key,
  account_id text not null,
  name text not null,
  listed boolean not null,
  status text not null check (status in ('waiting', 'online', 'offline')),
  gpu_slot_micro_usd_per_hour bigint not null,
  cpu_slot_micro_usd_per_hour bigint not null,
  memory_gib_micro_usd_per_hour bigint not null,
  disk_gb_micro_usd_per_hour bigint not null,
  stopped_disk_gb_micro_usd_per_hour bigint not null,
  -- How many shares the CPUs are rented in; null until the provider says: then the machine's size decides.
  cpu_slots integer check (cpu_slots >= 1),
  hardware jsonb,
  -- GPUs that another machine offers already.
  gpus_elsewhere jsonb not null default '[]',
  agent_version text,
  agent_protocol integer,
  -- What renters may still take of the disk before anything is reserved, as the machine last said.
  disk_offered_gb integer not null default 0,
  enrolled_at timestamptz not null,
  connected_at timestamptz,
  removed_at timestamptz,
  -- A slot that was kept for its instance alone came free: the next heartbeat works the offers out anew.
  offers_due boolean not null default false
);
create index machines_by_account on machines (account_id, enrolled_at) where removed_at is null;

-- What every heartbeat writes, apart from the machine's row: a small row, so that a write is cheap, and
-- one that no order ever waits for. No index: updates stay within the page.
create table machine_pulses (
  machine_id text primary key references machines (id),
  last_heard_at timestamptz,
  load jsonb,
  -- Milliseconds that the machine was heard since it enrolled, silences beyond 30 s left out.
  heard_ms bigint not null default 0,
  -- When the provider's page was last told to look again.
  told_at timestamptz
) with (fillfactor = 50);

-- `heard_ms` as it stood at each full hour: uptime is what was added since, over the time since.
create table machine_hours (
  machine_id text not null references machines (id),
  at timestamptz not null,
  heard_ms bigint not null,
  primary key (machine_id, at)
);

create table machine_benchmarks (
  machine_id text not null references machines (id),
  kind text not null,
  value double precision not null,
  measured_at timestamptz not null,
  primary key (machine_id, kind)
);

create table machine_images (
  machine_id text not null references machines (id),
  image text not null,
  primary key (image, machine_id)
);
create index machine_images_by_machine on machine_images (machine_id);

create table enrolment_tokens (
  token_hash text primary key,
  account_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index enrolment_tokens_by_expiry on enrolment_tokens (expires_at);

-- One row for what a machine rents out in equal slots. It repeats facts of its machine so that a search
-- reads this table alone. A figure that is not known is 0. Rows stay when their slots go: instances name them.
create table offers (
  id text primary key,
  machine_id text not null references machines (id),
  -- What the slots are: 'cpu', or 'gpu:' and the model.
  slot_group text not null,
  visible boolean not null,
  kind text not null check (kind in ('gpu', 'cpu')),
  gpu_model text,
  cpu_model text not null,
  vram_mib integer not null,
  vcpus double precision not null,
  memory_mib integer not null,
  disk_free_gb integer not null,
  slots_total integer not null check (slots_total >= 0),
  slots_free integer not null check (slots_free >= 0 and slots_free <= slots_total),
  slot_micro_usd_per_hour bigint not null,
  memory_gib_micro_usd_per_hour bigint not null,
  disk_gb_micro_usd_per_hour bigint not null,
  stopped_disk_gb_micro_usd_per_hour bigint not null,
  price_micro_usd_per_hour bigint not null,
  cpu_score integer not null,
  network_down_mbps integer not null,
  unique (machine_id, slot_group)
);
-- One index for each sort, and each holds every column that a filter reads: a search walks it in the order
-- asked for, passes over what does not fit, and stops early, without touching the table. See docs/offer-search.md.
create index offers_by_price on offers (price_micro_usd_per_hour, id)
  include (kind, gpu_model, slots_free, vram_mib, vcpus, memory_mib, disk_free_gb, cpu_score, network_down_mbps, machine_id)
  where visible and slots_free > 0;
create index offers_by_cpu_score on offers (cpu_score, id)
  include (kind, gpu_model, slots_free, vram_mib, vcpus, memory_mib, disk_free_gb, price_micro_usd_per_hour, network_down_mbps, machine_id)
  where visible and slots_free > 0;
create index offers_by_memory on offers (memory_mib, id)
  include (kind, gpu_model, slots_free, vram_mib, vcpus, price_micro_usd_per_hour, disk_free_gb, cpu_score, network_down_mbps, machine_id)
  where visible and slots_free > 0;
create index offers_by_vram on offers (vram_mib, id)
  include (kind, gpu_model, slots_free, memory_mib, vcpus, price_micro_usd_per_hour, disk_free_gb, cpu_score, network_down_mbps, machine_id)
  where visible and slots_free > 0;
create index offers_by_disk on offers (disk_free_gb, id)
  include (kind, gpu_model, slots_free, vram_mib, memory_mib, vcpus, price_micro_usd_per_hour, cpu_score, network_down_mbps, machine_id)
  where visible and slots_free > 0;
create index offers_by_network on offers (network_down_mbps, id)
  include (kind, gpu_model, slots_free, vram_mib, memory_mib, vcpus, price_micro_usd_per_hour, disk_free_gb, cpu_score, machine_id)
  where visible and slots_free > 0;

-- The slots themselves. A GPU is in one slot of one machine, never in two.
create table slots (
  offer_id text not null references offers (id),
  slot integer not null,
  machine_id text not null references machines (id),
  gpu_uuid text unique,
  instance_id text,
  -- The machine no longer has it, or no longer offers it: it goes when its instance lets go of it.
  retired boolean not null default false,
  primary key (offer_id, slot)
);
create index slots_by_instance on slots (instance_id) where instance_id is not null;
create index slots_by_machine on slots (machine_id);

-- What an instance has of a machine: slots while it runs, disk until it is destroyed.
create table rentals (
  instance_id text primary key,
  machine_id text not null references machines (id),
  offer_id text not null references offers (id),
  slots integer not null check (slots >= 1),
  slots_held boolean not null,
  disk_gb integer not null,
  -- Of the reserved disk, what the instance has filled and the machine's free space already lacks.
  disk_used_gb integer not null default 0,
  micro_usd_per_hour bigint not null
);
create index rentals_by_machine on rentals (machine_id);
