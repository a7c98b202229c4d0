-- Public posts that use a medium, as ambassadors list them.
create table media_posts (
  id text primary key,
  media_id text not null references media (id) on delete cascade,
  account_id text not null,
  platform text not null,
  -- Without its fragment and tracking parameters, so that one post is listed once.
  post_link text not null unique,
  listed_at timestamptz not null
);
create index media_posts_of_media on media_posts (media_id, listed_at desc, id desc);
create index media_posts_of_account on media_posts (account_id);
