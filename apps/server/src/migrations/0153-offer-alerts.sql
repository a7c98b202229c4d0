-- Alerts: an account waits for an offer, or for any that passes filters, and is told once when one is free.
create table offer_alerts (
  id text primary key,
  account_id text not null,
  -- Null: any offer that passes the filters.
  offer_id text references offers (id),
  filters jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  sent_offer_id text
);
create index offer_alerts_by_account on offer_alerts (account_id, id);
create index offer_alerts_waiting on offer_alerts (id) where sent_at is null;

-- Offers that became free, or cheaper, while somebody waits: what the next round compares with the alerts.
create table freed_offers (offer_id text primary key references offers (id));
