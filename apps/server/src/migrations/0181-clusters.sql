-- Clusters (docs/decisions/0201-clusters-have-a-network-of-packets.md): instances with one private network.
create table clusters (
  id text primary key,
  account_id text not null,
  created_by text not null,
  name text not null,
  -- Whether its nodes started once; what it shows besides follows from them.
  state text not null check (state in ('starting', 'active', 'failed', 'destroyed')),
  failure jsonb,
  start_by timestamptz not null,
  -- The last measurement of its network.
  throughput jsonb,
  created_at timestamptz not null,
  ready_at timestamptz,
  ended_at timestamptz
);
create index clusters_by_account on clusters (account_id, created_at desc);
create index clusters_open on clusters (id) where ended_at is null;

-- The cluster of an instance, and its place in it as its machine receives it.
alter table instances add column cluster_id text;
alter table instances add column cluster jsonb;
create index instances_by_cluster on instances (cluster_id) where cluster_id is not null;
