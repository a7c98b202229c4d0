-- The fees that the platform kept, by day, payer and provider, so that those of a large tree of referrals are summed from
-- days instead of charges (docs/decisions/0262-cheats-with-visitors-and-posts.md). The ledger's entries remain the record.
create table kept_fee_days (
  -- A UTC day that is over.
  day date not null,
  payer text not null,
  -- Whose machine earned; empty for storage with us.
  provider text not null,
  -- Of charges in paid money, less what automatic credits gave back.
  fee_micro_usd bigint not null,
  primary key (payer, day, provider) include (fee_micro_usd)
);
create index kept_fee_days_of_provider on kept_fee_days (provider, day) include (payer, fee_micro_usd);
create index kept_fee_days_oldest on kept_fee_days (day);

-- Which days are summed.
create table kept_fee_days_summed (
  only_row boolean primary key default true check (only_row),
  -- Both included; `through` before `since`: none.
  since date not null,
  through date not null
);
