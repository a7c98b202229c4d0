-- Tiers, their points, and the leaderboard (docs/tiers.md).
create table tiers (
  tier text primary key check (tier in ('bronze', 'silver', 'gold', 'platinum')),
  name text not null check (char_length(name) between 1 and 24),
  points integer not null check (points >= 0),
  holding_days_less integer not null check (holding_days_less between 0 and 90),
  planned_posts_more integer not null check (planned_posts_more between 0 and 800),
  check ((tier = 'bronze') = (points = 0))
);
insert into tiers values
  ('bronze', 'Bronze', 0, 0, 0),
  ('silver', 'Silver', 500, 3, 100),
  ('gold', 'Gold', 2000, 7, 300),
  ('platinum', 'Platinum', 10000, 14, 800);

-- Append-only: points that are taken back, and given again, are rows of their own, at the time of the points that they undo.
create table tier_points (
  -- Names the occasion, such as `claim:mcl_…`: its points count once.
  key text not null,
  -- 0: given; 1: taken back; 2: given again; and so on.
  number integer not null check (number >= 0),
  account_id text not null references accounts (id) on delete cascade,
  points integer not null check (points <> 0),
  text text not null,
  -- When the points were earned; the ISO week of it begins on this Monday (UTC).
  earned_at timestamptz not null,
  week date not null check (extract(isodow from week) = 1),
  recorded_at timestamptz not null,
  primary key (key, number),
  check ((number % 2 = 0) = (points > 0))
);
create index tier_points_of_account on tier_points (account_id, earned_at) include (points);
create index tier_points_of_week on tier_points (week, account_id) include (points);

create function tier_points_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'points are append-only';
end $$;
create trigger tier_points_never_change before update on tier_points
  for each row execute function tier_points_append_only();

-- The tier that an account was last told of; without a row, the first one.
create table tier_announcements (
  account_id text primary key references accounts (id) on delete cascade,
  tier text not null references tiers (tier),
  -- Counts the changes, so that each has its own notice.
  changes integer not null default 1
);

-- Accounts that chose to be on the leaderboard.
create table leaderboard_names (
  account_id text primary key references accounts (id) on delete cascade,
  name text not null,
  -- What the name looks like: no two may look alike (packages/domain/src/tiers/public-name.ts).
  name_key text not null unique,
  -- The account is on the leaderboards of the weeks from this Monday on.
  since_week date not null
);
