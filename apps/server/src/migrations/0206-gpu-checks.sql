-- GPUs are measured again when a rental of them begins. Rows are deleted after a day.
create table reputation_gpu_checks (
  instance_id text primary key,
  machine_id text not null references machines (id),
  asked_at timestamptz not null,
  -- When a replica began it; figures that arrive soon afterwards belong to it.
  begun_at timestamptz
);
create index reputation_gpu_checks_due on reputation_gpu_checks (asked_at) where begun_at is null;
create index reputation_gpu_checks_by_machine on reputation_gpu_checks (machine_id, begun_at);

alter table service_credits drop constraint service_credits_reason_check;
alter table service_credits add constraint service_credits_reason_check check (reason in
  ('slow_start', 'outage', 'below_advertised', 'slow_gpu'));
