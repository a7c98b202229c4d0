-- The last email to each account that machines of it are offline: the next one waits an hour.
create table machine_digests (
  account_id text primary key,
  sent_at timestamptz not null
);
