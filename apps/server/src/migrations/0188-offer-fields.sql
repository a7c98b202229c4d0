-- The country that the provider declares.
alter table machines add column country text check (country ~ '^[A-Z]{2}$');

-- The facts of machines that searches of offers filter by, repeated as the others are. Null: unknown.
alter table offers
  add column compute_capability text,
  add column cuda text,
  add column driver text,
  add column pcie_gen integer,
  add column pcie_lanes integer,
  add column nvlink_gb_s double precision,
  add column gpu_clock_mhz integer,
  add column gpu_power_w double precision,
  add column arch text,
  add column os text,
  add column disk_read_mb_s integer,
  add column disk_write_mb_s integer,
  add column cpu_single_score integer,
  add column memory_bandwidth_mb_s integer,
  add column network_up_mbps integer,
  add column network_rtt_ms double precision,
  add column country text,
  add column can_volumes boolean,
  add column can_snapshots boolean,
  add column can_clusters boolean,
  -- As of the last full hour.
  add column uptime_percent double precision,
  add column ready_s integer;

-- Searches scan a copy of the market in the memory of each replica. It reads what has changed since its last read
-- before each search: machines by the transaction that changed their offers, or what their offers show. Rows are only
-- added, so that no transaction waits for another one, and deleted after an hour.
create table offer_changes (
  machine_id text not null,
  changed_xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);
create index offer_changes_by_xid on offer_changes (changed_xid) include (machine_id);
create index offer_changes_by_time on offer_changes (at);

create function note_offer_change() returns trigger language plpgsql as $$
begin
  insert into offer_changes (machine_id) values (coalesce(new.machine_id, old.machine_id));
  return null;
end $$;

create trigger offers_changed after insert or update or delete on offers
  for each row execute function note_offer_change();
create trigger offer_images_changed after insert or delete on machine_images
  for each row execute function note_offer_change();
create trigger offer_models_added after insert or delete on model_endpoints
  for each row execute function note_offer_change();
create trigger offer_models_changed after update on model_endpoints for each row
  when (old.removed_at is distinct from new.removed_at
    or old.output_micro_usd is distinct from new.output_micro_usd
    or old.report ->> 'phase' is distinct from new.report ->> 'phase')
  execute function note_offer_change();
create trigger offer_rendering_added after insert or delete on render_machines
  for each row execute function note_offer_change();
create trigger offer_rendering_changed after update on render_machines for each row
  when (old.enabled is distinct from new.enabled
    or old.admission is distinct from new.admission
    or old.missing is distinct from new.missing
    or old.micro_usd_per_reference_hour is distinct from new.micro_usd_per_reference_hour)
  execute function note_offer_change();

create function note_machine_change() returns trigger language plpgsql as $$
begin
  insert into offer_changes (machine_id) values (new.id);
  return null;
end $$;
create trigger offer_machine_changed after update on machines for each row
  when (old.name is distinct from new.name)
  execute function note_machine_change();

-- Only the search for the cheapest offer of a kind reads an index still.
drop index offers_by_cpu_score, offers_by_memory, offers_by_vram, offers_by_disk, offers_by_network, offers_rented;

-- Older agents and machines that are online get their new facts at their next report.
