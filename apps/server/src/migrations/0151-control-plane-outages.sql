-- When a replica of the control plane last ran, and the times in which none did.
create table control_plane_alive (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
create table control_plane_outages (
  from_at timestamptz primary key,
  to_at timestamptz not null check (to_at > from_at)
);
create index control_plane_outages_to_at on control_plane_outages (to_at);

-- What machines counted for instances while the control plane was away, as they signed it: the evidence of a charge.
create table usage_entries (
  machine_id text not null,
  sequence bigint not null,
  instance_id text not null references instances (id),
  at timestamptz not null,
  ready_s integer not null,
  running_s integer not null,
  stopped_s integer not null,
  signature text not null,
  primary key (machine_id, sequence)
);
create index usage_entries_instance on usage_entries (instance_id);
create index usage_entries_at on usage_entries (at);
