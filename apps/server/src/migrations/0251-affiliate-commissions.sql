-- Commission on the platform's fees from referred accounts (docs/decisions/0250-affiliate-programme.md).
create table affiliate_terms (
  only_row boolean primary key default true check (only_row),
  compute_basis_points integer not null default 2000 check (compute_basis_points between 0 and 5000),
  rendering_basis_points integer not null default 2000 check (rendering_basis_points between 0 and 5000),
  models_basis_points integer not null default 2000 check (models_basis_points between 0 and 5000),
  storage_basis_points integer not null default 500 check (storage_basis_points between 0 and 5000),
  months integer not null default 12 check (months between 1 and 36),
  holding_days integer not null default 30 check (holding_days between 1 and 90),
  minimum_micro_usd bigint not null default 1000000 check (minimum_micro_usd >= 0)
);
insert into affiliate_terms default values;

-- The fees that one referred account caused on one UTC day, and the commission on them. Credits make both negative.
create table affiliate_commissions (
  referral_id text not null references affiliate_referrals (id),
  day date not null,
  product text not null check (product in ('compute', 'rendering', 'models', 'storage')),
  spent_micro_usd bigint not null,
  fee_micro_usd bigint not null,
  basis_points integer not null check (basis_points between 0 and 5000),
  micro_usd bigint not null,
  primary key (referral_id, day, product),
  check (micro_usd * 10000 <= fee_micro_usd * basis_points)
);
