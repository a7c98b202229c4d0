-- Automatic top-ups (docs/cards.md): below an amount a saved card is charged, up to a limit for each month.
create table auto_top_ups (
  account_id text primary key references accounts (id),
  enabled boolean not null,
  below_micro_usd bigint not null check (below_micro_usd > 0),
  add_micro_usd bigint not null check (add_micro_usd > 0),
  month_micro_usd_max bigint not null check (month_micro_usd_max > 0),
  declines integer not null default 0,
  retry_at timestamptz,
  stopped text check (stopped in ('declined', 'authentication_required', 'no_card', 'disputed')),
  changed_by text not null references accounts (id),
  changed_at timestamptz not null
);
create index auto_top_ups_active on auto_top_ups (account_id) where enabled and stopped is null;
