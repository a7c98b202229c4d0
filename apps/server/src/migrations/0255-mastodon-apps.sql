-- Our registration at each server with the Mastodon API: made at the first connection there.
create table mastodon_apps (
  origin text primary key,
  -- Client id and secret, sealed for the origin.
  sealed text not null,
  checked_at timestamptz not null
);
