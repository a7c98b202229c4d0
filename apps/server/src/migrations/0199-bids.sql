-- The lowest bid for a slot with its memory that a provider accepts; null: none.
alter table machines
  add column min_bid_micro_usd_per_hour bigint check (min_bid_micro_usd_per_hour > 0);

-- Slots of interruptible instances count as free for orders at the full price, and are counted beside them: bids can
-- have slots_free - slots_bid.
alter table offers
  add column min_bid_micro_usd_per_hour bigint,
  add column bid_price_micro_usd_per_hour bigint,
  add column bids_cleared_at timestamptz,
  add column slots_bid integer not null default 0,
  add constraint offers_slots_bid check (slots_bid >= 0 and slots_bid <= slots_free);

-- The bid of an interruptible instance, and when its slots went to another one.
alter table rentals
  add column bid_micro_usd_per_hour bigint,
  add column bid_at timestamptz,
  add column interrupted_at timestamptz;
create index rentals_bids on rentals (offer_id) where bid_micro_usd_per_hour is not null;
create index rentals_interrupted on rentals (interrupted_at) where interrupted_at is not null;

-- The instance that still runs on the slot of another one, which waits for it.
alter table slots add column vacating_instance_id text;
create index slots_vacating on slots (vacating_instance_id) where vacating_instance_id is not null;
