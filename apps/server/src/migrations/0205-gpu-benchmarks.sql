-- The newest measured figures of each GPU (docs/decisions/0222-measured-gpu-speed.md). `since`: from when on a figure of
-- about this height has been shown, which decides what a rental was ordered by.
create table machine_gpu_benchmarks (
  machine_id text not null references machines (id),
  gpu_uuid text not null,
  kind text not null check (kind in ('gpu_tflops_fp32', 'gpu_memory_bandwidth_gb_s')),
  value double precision not null check (value >= 0),
  measured_at timestamptz not null,
  since timestamptz not null,
  primary key (machine_id, gpu_uuid, kind)
);

-- Of the slowest GPU of an offer; null: not every one was measured.
alter table offers
  add column gpu_tflops_fp32 double precision,
  add column gpu_memory_bandwidth_gb_s double precision;
