-- Instances that are lost, for one email about all of an account: when it was told, and when each was back.
create table lost_alerts (
  account_id text not null,
  instance_id text not null,
  name text not null,
  lost_at timestamptz not null,
  -- The owner was emailed that it is lost.
  told_at timestamptz,
  back_at timestamptz,
  primary key (account_id, instance_id)
);
create index lost_alerts_untold on lost_alerts (lost_at) where told_at is null;
create index lost_alerts_back on lost_alerts (back_at) where back_at is not null;

-- The last digest of each account: the next one waits an hour.
create table lost_digests (
  account_id text primary key,
  sent_at timestamptz not null
);
