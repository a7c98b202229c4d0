-- What VIES says of the VAT IDs of accounts (docs/decisions/0247-vat-ids-are-asked-of-vies.md).

create table vat_checks (
  account_id text not null,
  vat_id text not null,
  -- The last answer; without one, all three are null.
  verdict text check (verdict in ('valid', 'invalid')),
  checked_at timestamptz,
  consultation_number text,
  -- When VIES is asked next; null: not by itself.
  next_at timestamptz,
  -- Attempts without an answer since the last one, and why the last of them failed.
  failures integer not null default 0 check (failures >= 0),
  failure text,
  used_at timestamptz not null,
  primary key (account_id, vat_id),
  check ((verdict is null) = (checked_at is null))
);
create index vat_checks_due on vat_checks (next_at) where next_at is not null;
