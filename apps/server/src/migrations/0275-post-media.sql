-- The pictures or the video of a post, of the media library (decision 0261). The file is read when the post is published.
create table post_media (
  post_id text not null references posts (id) on delete cascade,
  media_id text not null references media (id),
  position integer not null check (position between 0 and 3),
  -- The alternative text.
  text text not null,
  primary key (post_id, media_id),
  unique (post_id, position)
);
create index post_media_of_media on post_media (media_id);

-- What the server of the account says that it takes; null: the limits of its channel.
alter table connected_accounts add column limits jsonb;
