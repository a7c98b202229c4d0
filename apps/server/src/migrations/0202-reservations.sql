-- Reservations: slots of a machine, paid for in advance by the day (docs/decisions/0219-reservations.md).
alter table machines add column reservation_days_max smallint check (reservation_days_max between 1 and 90);
alter table machines add column reservation_day_basis_points smallint not null default 0
  check (reservation_day_basis_points between 0 and 9000);
alter table machines add column reservation_week_basis_points smallint not null default 0
  check (reservation_week_basis_points between reservation_day_basis_points and 9000);
alter table machines add column reservation_month_basis_points smallint not null default 0
  check (reservation_month_basis_points between reservation_week_basis_points and 9000);

create table reservations (
  id text primary key,
  account_id text not null,
  created_by text not null,
  api_key_id text,
  machine_id text not null references machines (id),
  provider_account_id text not null,
  offer_id text not null references offers (id),
  gpu_model text,
  slots smallint not null check (slots >= 1),
  days smallint not null check (days between 1 and 90),
  -- Of a slot, as reserved: a smaller one is not available.
  vcpus double precision not null,
  memory_mib integer not null,
  -- The price of a slot with its memory, and the discounts, as of the order.
  micro_usd_per_hour bigint not null check (micro_usd_per_hour >= 0),
  day_basis_points smallint not null,
  week_basis_points smallint not null,
  month_basis_points smallint not null,
  total_micro_usd bigint not null check (total_micro_usd >= 0),
  at_end text not null check (at_end in ('stop', 'continue')),
  state text not null check (state in ('active', 'ended')),
  end_cause text check (end_cause in ('expired', 'cancelled', 'machine_offline', 'machine_removed')),
  started_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > started_at),
  ended_at timestamptz,
  settled_days smallint not null default 0 check (settled_days between 0 and days),
  refunded_days smallint not null default 0 check (refunded_days between 0 and days),
  refunded_micro_usd bigint not null default 0 check (refunded_micro_usd between 0 and total_micro_usd),
  -- Since when the present day is measured, and the machine's counter of time online then.
  measured_at timestamptz not null,
  measured_online_ms bigint not null,
  -- In this day: while the machine was online with fewer or smaller slots; and up to when it was looked at.
  unusable_ms bigint not null default 0 check (unusable_ms >= 0),
  watched_at timestamptz not null,
  -- The last warning before the end, in seconds.
  warned_s integer,
  check ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_cause is not null))
);
create index reservations_by_account on reservations (account_id, started_at desc);
create index reservations_by_user on reservations (created_by);
create index reservations_by_machine on reservations (machine_id, started_at desc);
create index reservations_active on reservations (id) where state = 'active';
create index reservations_by_key on reservations (api_key_id) where api_key_id is not null;

-- What was charged and returned, day by day; an early end has one line more, without a day.
create table reservation_lines (
  key text primary key,
  reservation_id text not null references reservations (id),
  day smallint,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at >= from_at),
  unavailable_ms bigint not null check (unavailable_ms >= 0),
  micro_usd bigint not null check (micro_usd >= 0),
  refunded_micro_usd bigint not null check (refunded_micro_usd >= 0),
  transaction_id text references ledger_transactions (id)
);
create index reservation_lines_by_reservation on reservation_lines (reservation_id);
create trigger reservation_lines_fixed before update or delete or truncate on reservation_lines
  for each statement execute function ledger_refuse_change();

create function spend_days_add_reservation() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
    select new.reservation_id, (new.from_at at time zone 'UTC')::date,
      account_id, created_by, api_key_id, new.micro_usd
    from reservations where id = new.reservation_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create trigger reservation_lines_spent after insert on reservation_lines
  for each row when (new.micro_usd > 0) execute function spend_days_add_reservation();

-- A slot is sold once: to an instance, or to a reservation, whose instances alone may have it.
alter table slots add column reservation_id text;
create index slots_by_reservation on slots (reservation_id) where reservation_id is not null;

-- The reservation whose slots an instance has, and its price after it (null: that of now).
alter table instances add column reservation_id text;
alter table instances add column on_demand_micro_usd_per_hour bigint check (on_demand_micro_usd_per_hour >= 0);
create index instances_by_reservation on instances (reservation_id) where reservation_id is not null;

-- The reservation whose slots a quote is for; its price is that of the disk alone.
alter table quotes add column reservation_id text;

alter table ledger_transactions add column reservation_id text;

-- Compute is what instances and reservations cost.
create or replace view ledger_lines as
select e.transaction_id, e.ledger_account_id, e.owner_account_id, t.created_at as at, t.kind, t.text,
  case when coalesce(t.instance_id, t.reservation_id) is not null then 'compute'
    when t.render_job_id is not null then 'rendering'
    when t.allowance_id is not null then 'models' when t.volume_id is not null then 'storage'
    when t.kind = 'capture' and a.kind in ('available', 'welcome') then 'storage' else '' end as product,
  case when t.kind = 'capture' then case when a.kind like '%earned' then 'earning' else 'charge' end
    when t.kind in ('hold', 'release') then 'hold'
    when t.kind = 'transfer' then 'transfer' else 'credit' end as line,
  case when t.kind <> 'capture' then ''
    when a.kind like '%earned' then split_part(e.ledger_account_id, ':', 2)
    else coalesce(t.instance_id, t.reservation_id, t.render_job_id, t.volume_id, '') end as subject,
  case when a.kind in ('available', 'welcome') then e.amount_micro_usd else 0 end as available_micro_usd,
  case when a.kind in ('held', 'welcome_held') then e.amount_micro_usd else 0 end as held_micro_usd,
  case when a.kind like '%earned' then e.amount_micro_usd else 0 end as earned_micro_usd,
  case when t.kind = 'capture' and a.kind like '%earned' then coalesce((select f.amount_micro_usd
      from ledger_entries f where f.transaction_id = e.transaction_id
        and f.ledger_account_id = 'platform_fees' and f.amount_micro_usd > 0), 0)
    else 0 end as fee_micro_usd
from ledger_entries e
  join ledger_transactions t on t.id = e.transaction_id
  join ledger_accounts a on a.id = e.ledger_account_id
where e.owner_account_id is not null;
