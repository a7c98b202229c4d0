-- A post that was published from here is listed with the media that it uses, by itself (decision 0261).
alter table media_posts
  add column post_id text references posts (id) on delete cascade,
  add column connected_account_id text,
  add column handle text,
  -- The sub ID of its referral links.
  add column sub_id text not null default '',
  add check ((post_id is null) = (handle is null));
-- A post can use several media; by hand each is listed once.
alter table media_posts drop constraint media_posts_post_link_key;
create unique index media_posts_by_hand on media_posts (post_link) where post_id is null;
create unique index media_posts_once on media_posts (media_id, post_link);
create index media_posts_link on media_posts (post_link);
create index media_posts_of_post on media_posts (post_id) where post_id is not null;

-- What came through the links of one post.
create index affiliate_clicks_sub_id on affiliate_clicks (account_id, sub_id) where sub_id <> '';
create index affiliate_referrals_sub_id on affiliate_referrals (account_id, sub_id) where sub_id <> '';
