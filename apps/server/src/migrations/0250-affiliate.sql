-- Referral codes of accounts, clicks on their links, and who referred whom (docs/affiliate.md).
create table affiliate_codes (
  code text primary key check (code = lower(code)),
  -- The code without the differences that people overlook: 0 and o, 1, i and l, hyphens.
  look text not null unique,
  -- Of a user or a company, which is no row of accounts.
  account_id text not null,
  chosen boolean not null,
  created_at timestamptz not null,
  -- A first code, and one that its account chose.
  unique (account_id, chosen)
);

create table affiliate_clicks (
  id text primary key,
  account_id text not null,
  at timestamptz not null,
  page text not null,
  campaign text not null,
  sub_id text not null,
  source text not null,
  -- Whether the same network followed a link of the account within the day.
  again boolean not null,
  -- A keyed hash of the network, for a day; null at once where the browser asks not to be tracked.
  visitor_hash text
);
create index affiliate_clicks_of_account on affiliate_clicks (account_id, at);
create index affiliate_clicks_visitor on affiliate_clicks (visitor_hash) where visitor_hash is not null;
create index affiliate_clicks_hashed on affiliate_clicks (at) where visitor_hash is not null;
create index affiliate_clicks_oldest on affiliate_clicks using brin (at);

create table affiliate_referrals (
  id text primary key,
  -- One referrer for the life of an account.
  referred_account_id text not null unique references accounts (id) on delete cascade,
  account_id text not null,
  by text not null check (by in ('click', 'code')),
  page text not null,
  campaign text not null,
  sub_id text not null,
  source text not null,
  created_at timestamptz not null,
  -- When the address was verified: from then on it counts.
  joined_at timestamptz,
  -- Counts the referrals of the affiliate, from 1.
  number integer,
  activated_at timestamptz,
  state text not null default 'active' check (state in ('active', 'held', 'rejected')),
  held_reason text check (held_reason in ('same_mailbox', 'same_party', 'same_payout_address')),
  decision_text text,
  -- The last UTC day whose fees were booked.
  booked_through date,
  paid_micro_usd bigint not null default 0 check (paid_micro_usd >= 0),
  check (account_id <> referred_account_id),
  check ((joined_at is null) = (number is null)),
  check (state = 'active' or held_reason is not null or decision_text is not null),
  unique (account_id, number)
);
create index affiliate_referrals_joined on affiliate_referrals (account_id, joined_at) where joined_at is not null;
create index affiliate_referrals_state on affiliate_referrals (state, joined_at desc, id)
  where joined_at is not null;
