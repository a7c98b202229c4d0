-- Whether containers on a machine are kept in by all that is essential: an offer says it, and a search leaves
-- out those that are not unless asked for them.

alter table machines add column list_not_isolated boolean not null default false;
alter table offers add column isolated boolean not null default false;

-- Nothing is known of a machine until its agent says it; the next heartbeat works its offers out anew.
update offers set visible = false;
update machines set offers_due = true where removed_at is null;

drop index offers_by_price, offers_by_cpu_score, offers_by_memory, offers_by_vram, offers_by_disk, offers_by_network;
create index offers_by_price on offers (price_micro_usd_per_hour, id)
  include (kind, gpu_model, slots_free, vram_mib, vcpus, memory_mib, disk_free_gb, cpu_score, network_down_mbps, machine_id, isolated)
  where visible and slots_free > 0;
create index offers_by_cpu_score on offers (cpu_score, id)
  include (kind, gpu_model, slots_free, vram_mib, vcpus, memory_mib, disk_free_gb, price_micro_usd_per_hour, network_down_mbps, machine_id, isolated)
  where visible and slots_free > 0;
create index offers_by_memory on offers (memory_mib, id)
  include (kind, gpu_model, slots_free, vram_mib, vcpus, price_micro_usd_per_hour, disk_free_gb, cpu_score, network_down_mbps, machine_id, isolated)
  where visible and slots_free > 0;
create index offers_by_vram on offers (vram_mib, id)
  include (kind, gpu_model, slots_free, memory_mib, vcpus, price_micro_usd_per_hour, disk_free_gb, cpu_score, network_down_mbps, machine_id, isolated)
  where visible and slots_free > 0;
create index offers_by_disk on offers (disk_free_gb, id)
  include (kind, gpu_model, slots_free, vram_mib, memory_mib, vcpus, price_micro_usd_per_hour, cpu_score, network_down_mbps, machine_id, isolated)
  where visible and slots_free > 0;
create index offers_by_network on offers (network_down_mbps, id)
  include (kind, gpu_model, slots_free, vram_mib, memory_mib, vcpus, price_micro_usd_per_hour, disk_free_gb, cpu_score, machine_id, isolated)
  where visible and slots_free > 0;
