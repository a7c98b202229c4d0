-- The prices of the market, once an hour, for the line of the landing page.
create table market_prices (
  kind text not null check (kind in ('gpu', 'cpu')),
  hour timestamptz not null,
  -- Of one slot with its memory and disk, over all offers that could be rented.
  lowest_micro_usd_per_hour bigint not null check (lowest_micro_usd_per_hour >= 0),
  median_micro_usd_per_hour bigint not null check (median_micro_usd_per_hour >= 0),
  offers integer not null check (offers >= 1),
  primary key (kind, hour)
);

-- Today's frames and answers are counted every half minute.
create index render_frames_done_at on render_frames (changed_at) where state = 'done' and part = 0;
create index generations_answered_at on generations (ended_at) where state in ('done', 'length');
