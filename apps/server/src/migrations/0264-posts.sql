-- Posts that are planned for connected accounts (decision 0258).
create table posts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  text text not null,
  at timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index posts_of_account on posts (account_id, at);

-- A post at one connected account.
create table post_targets (
  post_id text not null references posts (id) on delete cascade,
  connected_account_id text not null references connected_accounts (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  channel text not null,
  handle text not null,
  -- The text for this account alone; null: that of the post.
  text text,
  -- False: its owner is reminded, and publishes it.
  publishes boolean not null,
  state text not null check (state in
    ('planned', 'publishing', 'unclear', 'reminded', 'published', 'failed', 'gone', 'cancelled')),
  -- The same in each attempt.
  attempt_key text not null unique,
  -- When it is to be published; when it is tried again, that of the retry.
  due_at timestamptz not null,
  -- When it is claimed next; while it is published, when the claim ends.
  next_try_at timestamptz,
  lease text,
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  -- An attempt began whose end nobody knows: it is looked for before it is published.
  may_be_published boolean not null default false,
  problem text,
  problem_text text,
  external_id text,
  url text,
  published_at timestamptz,
  -- When the public post is read again.
  next_check_at timestamptz,
  check_stage integer not null default 0,
  check_tries integer not null default 0,
  primary key (post_id, connected_account_id),
  check ((next_try_at is not null) = (state in ('planned', 'publishing', 'unclear'))),
  check ((lease is not null) = (state = 'publishing')),
  check (state not in ('published', 'gone') or published_at is not null)
);
-- One post of a channel is the post of one target.
create unique index post_targets_external on post_targets (connected_account_id, external_id)
  where external_id is not null;
create index post_targets_due on post_targets (next_try_at) where next_try_at is not null;
create index post_targets_check on post_targets (next_check_at) where next_check_at is not null;
create index post_targets_of_account on post_targets (account_id, published_at);

-- What was found when public posts were read again: evidence.
create table post_checks (
  post_id text not null,
  connected_account_id text not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('there', 'changed', 'link_missing', 'gone', 'unreadable')),
  text text not null,
  links text[] not null,
  primary key (post_id, connected_account_id, at),
  foreign key (post_id, connected_account_id)
    references post_targets (post_id, connected_account_id) on delete cascade
);
