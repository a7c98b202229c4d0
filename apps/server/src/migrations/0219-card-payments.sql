-- Payments by card (docs/cards.md). Cards themselves are with the processor alone.
create table card_customers (
  account_id text primary key references accounts (id),
  -- The processor's id.
  customer_id text not null unique,
  -- The card that automatic top-ups charge.
  default_card_id text,
  created_at timestamptz not null,
  -- The account was closed; the row goes once the processor has deleted the customer with its cards.
  closed_at timestamptz
);

create table card_payments (
  id text primary key,
  account_id text not null references accounts (id),
  -- null: an automatic top-up.
  created_by text references accounts (id),
  kind text not null check (kind in ('checkout', 'top_up')),
  state text not null check (state in ('open', 'paid', 'failed', 'expired', 'held')),
  problem text check (problem in ('declined', 'authentication_required', 'no_card', 'wrong_currency')),
  micro_usd bigint not null check (micro_usd > 0),
  credited_micro_usd bigint not null default 0 check (credited_micro_usd >= 0),
  save_card boolean not null,
  -- The processor's ids: of its page, of the money, and of the card that a top-up charges.
  session_id text unique,
  session_url text,
  intent_id text unique,
  card_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  credited_at timestamptz,
  -- When the processor was last asked about it.
  checked_at timestamptz not null,
  check ((credited_at is not null) = (state = 'paid'))
);
create index card_payments_by_account on card_payments (account_id, created_at desc);
create index card_payments_open on card_payments (checked_at) where state = 'open';
-- One top-up of an account at a time.
create unique index card_payments_one_top_up on card_payments (account_id) where kind = 'top_up' and state = 'open';

create table card_refunds (
  id text primary key,
  payment_id text not null references card_payments (id),
  -- null: made at the processor, not here.
  created_by text references accounts (id),
  micro_usd bigint not null check (micro_usd > 0),
  state text not null check (state in ('reserved', 'sent', 'succeeded', 'failed')),
  processor_id text unique,
  created_at timestamptz not null,
  checked_at timestamptz not null
);
create index card_refunds_by_payment on card_refunds (payment_id);
create index card_refunds_open on card_refunds (checked_at) where state in ('reserved', 'sent');

create table card_disputes (
  -- The processor's id.
  id text primary key,
  payment_id text not null references card_payments (id),
  micro_usd bigint not null check (micro_usd > 0),
  state text not null check (state in ('inquiry', 'open', 'won', 'lost', 'closed')),
  reason text not null,
  opened_at timestamptz not null
);
create index card_disputes_by_payment on card_disputes (payment_id);

-- Events of the processor that were handled.
create table card_events (
  id text primary key,
  received_at timestamptz not null
);
create index card_events_by_time on card_events (received_at);
