-- Missions: steps that the platform checks by its own records, and rewards for them (docs/missions.md).
create table missions (
  id text primary key,
  -- The newest version, for accounts that start it from now on.
  version integer not null default 1 check (version > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  repeat text not null check (repeat in ('once', 'weekly')),
  reward_micro_usd bigint not null check (reward_micro_usd > 0),
  claims_max integer not null check (claims_max > 0),
  -- Rewards that were paid or are held.
  claims integer not null default 0,
  created_at timestamptz not null,
  published_at timestamptz,
  closed_at timestamptz,
  check (ends_at >= starts_at),
  check (closed_at is null or published_at is not null),
  constraint missions_claims check (claims between 0 and claims_max)
);
create index missions_newest on missions (created_at desc, id desc);
create index missions_open on missions (ends_at) where published_at is not null and closed_at is null;

-- The part of a mission that edits change, as JSON. A version never changes once it is published.
create table mission_versions (
  mission_id text not null references missions (id),
  version integer not null check (version > 0),
  terms jsonb not null,
  created_at timestamptz not null,
  primary key (mission_id, version)
);

create table mission_starts (
  account_id text not null references accounts (id) on delete cascade,
  mission_id text not null references missions (id),
  version integer not null,
  started_at timestamptz not null,
  primary key (account_id, mission_id),
  foreign key (mission_id, version) references mission_versions (mission_id, version)
);
create index mission_starts_by_mission on mission_starts (mission_id);

create table mission_claims (
  id text primary key,
  mission_id text not null references missions (id),
  version integer not null,
  account_id text not null references accounts (id),
  -- `once`, or the ISO week.
  period text not null,
  claim_until timestamptz not null,
  state text not null check (state in ('paid', 'held', 'rejected', 'taken_back')),
  micro_usd bigint not null check (micro_usd > 0),
  -- The steps with the values that they had.
  evidence jsonb not null,
  held_reason text check (held_reason in ('referral_under_review', 'referred_by_self')),
  decision_text text,
  -- Operators that released it.
  released_by text[] not null default '{}',
  reward_id text references rewards (id),
  claimed_at timestamptz not null,
  unique (account_id, mission_id, period),
  foreign key (mission_id, version) references mission_versions (mission_id, version),
  check (state <> 'held' or held_reason is not null),
  check ((state in ('paid', 'taken_back')) = (reward_id is not null))
);
create index mission_claims_newest on mission_claims (state, claimed_at desc, id);
create index mission_claims_of_account on mission_claims (account_id, claimed_at desc);
create index mission_claims_by_mission on mission_claims (mission_id, state);

create table mission_settings (
  only_row boolean primary key default true check (only_row),
  share_basis_points integer not null default 5000 check (share_basis_points between 0 and 5000),
  grace_hours integer not null default 72 check (grace_hours between 0 and 720),
  two_releases_above_micro_usd bigint not null default 100000000 check (two_releases_above_micro_usd >= 0)
);
insert into mission_settings default values;

-- The line of referrers of an account is walked upwards and downwards.
create index affiliate_referrals_by_affiliate on affiliate_referrals (account_id);
