-- Access of closed accounts that channels are still to end (decision 0263). Nothing here says whose it was.
create table channel_revocations (
  -- Of the connected account, which the credentials are sealed for.
  id text primary key,
  channel text not null,
  sealed text not null,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  gives_up_at timestamptz not null
);
create index channel_revocations_due on channel_revocations (next_try_at);
