-- Accounts that are held because of how their visitors came or what became of their posts
-- (docs/decisions/0262-cheats-with-visitors-and-posts.md).
create table affiliate_account_reviews (
  account_id text not null,
  rule text not null check (rule in ('bought_visits', 'copied_posts', 'deleted_posts')),
  state text not null default 'held' check (state in ('held', 'released', 'rejected')),
  evidence text not null,
  found_at timestamptz not null,
  -- Seen again until then, or it counts no longer; a decision counts as long.
  expires_at timestamptz not null check (expires_at > found_at),
  decision_text text,
  appeal_text text,
  appealed_at timestamptz,
  primary key (account_id, rule),
  check ((state = 'held') = (decision_text is null)),
  check ((appeal_text is null) = (appealed_at is null))
);
create index affiliate_account_reviews_queue on affiliate_account_reviews (state, found_at desc);
create index affiliate_account_reviews_expiry on affiliate_account_reviews (expires_at);

-- Visitors that look bought: those of one page host on a UTC day. Missions do not count them, unless they were released.
create table affiliate_bought_visits (
  account_id text not null,
  day date not null,
  -- The host of the page with the link; empty: unknown.
  source text not null,
  primary key (account_id, day, source)
);

alter table affiliate_clicks
  -- The browser asks for privacy.
  add column is_private boolean not null default false;

alter table affiliate_referrals
  -- Clicks of everybody on the affiliate's links within the day of its own click; 0: unknown.
  add column day_clicks integer not null default 0 check (day_clicks >= 0),
  -- Whether the clicks of its network came at even intervals.
  add column even_clicks boolean not null default false;

-- A claim of an account under review is held, too.
alter table mission_claims
  drop constraint mission_claims_held_reason_check,
  add constraint mission_claims_held_reason_check
    check (held_reason in ('referral_under_review', 'referred_by_self', 'post_gone', 'account_under_review'));
