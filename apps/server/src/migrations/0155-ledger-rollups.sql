-- Sums of the ledger by hour and by day (UTC), so that a statement or a bill is read from tens of rows and not from
-- one entry a minute (docs/decisions/0171-statements-are-rolled-up-when-written.md).

-- Entries as their owner reads them. A line says what happened to whom: charge, earning, credit, transfer or hold.
create view ledger_lines as
select e.transaction_id, e.ledger_account_id, e.owner_account_id, t.created_at as at, t.kind, t.text,
  case when t.instance_id is not null then 'compute' when t.render_job_id is not null then 'rendering'
    when t.allowance_id is not null then 'models' else '' end as product,
  case when t.kind = 'capture' then case when a.kind like '%earned' then 'earning' else 'charge' end
    when t.kind in ('hold', 'release') then 'hold'
    when t.kind = 'transfer' then 'transfer' else 'credit' end as line,
  -- The instance or job that is charged, or the machine that earns. Allowances of answers are not told apart.
  case when t.kind <> 'capture' then ''
    when a.kind like '%earned' then split_part(e.ledger_account_id, ':', 2)
    else coalesce(t.instance_id, t.render_job_id, '') end as subject,
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

create table ledger_rollups (
  ledger_account_id text not null,
  span text not null check (span in ('hour', 'day')),
  period timestamptz not null,
  kind text not null,
  product text not null check (product in ('', 'compute', 'rendering', 'models')),
  owner_account_id text not null,
  line text not null check (line in ('charge', 'earning', 'credit', 'transfer', 'hold')),
  subject text not null,
  -- Of a transaction with several entries in one line, the first entry counts it and bears its fee.
  transactions bigint not null,
  available_micro_usd bigint not null,
  held_micro_usd bigint not null,
  earned_micro_usd bigint not null,
  fee_micro_usd bigint not null,
  -- Of the last transaction.
  text text not null,
  primary key (ledger_account_id, span, period, kind, product)
) with (fillfactor = 70);
create index ledger_rollups_by_owner
  on ledger_rollups (owner_account_id, span, period, line, product, subject);

-- A row belongs to one ledger account, whose own row the entry has just locked to carry its balance: nobody waits here
-- who did not wait there, and two writers never wait for each other.
create function ledger_roll_up() returns trigger language plpgsql as $$
begin
  insert into ledger_rollups as sums (ledger_account_id, span, period, kind, product, owner_account_id, line,
    subject, transactions, available_micro_usd, held_micro_usd, earned_micro_usd, fee_micro_usd, text)
  select ledger_account_id, span, date_trunc(span, at, 'UTC'), kind, product, owner_account_id, line, subject,
    count(*) filter (where nth = 1), sum(available_micro_usd), sum(held_micro_usd), sum(earned_micro_usd),
    coalesce(sum(fee_micro_usd) filter (where nth = 1), 0), max(text)
  from (
    select l.*, row_number() over (partition by l.transaction_id, l.owner_account_id, l.line
      order by l.ledger_account_id) as nth
    from added join ledger_lines l
      on l.transaction_id = added.transaction_id and l.ledger_account_id = added.ledger_account_id
  ) entry cross join (values ('hour'), ('day')) as spans (span)
  group by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict (ledger_account_id, span, period, kind, product) do update set
    transactions = sums.transactions + excluded.transactions,
    available_micro_usd = sums.available_micro_usd + excluded.available_micro_usd,
    held_micro_usd = sums.held_micro_usd + excluded.held_micro_usd,
    earned_micro_usd = sums.earned_micro_usd + excluded.earned_micro_usd,
    fee_micro_usd = sums.fee_micro_usd + excluded.fee_micro_usd,
    text = excluded.text;
  return null;
end $$;
create trigger ledger_entries_rolled_up after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_roll_up();

-- What was written before, in the same way.
insert into ledger_rollups (ledger_account_id, span, period, kind, product, owner_account_id, line,
  subject, transactions, available_micro_usd, held_micro_usd, earned_micro_usd, fee_micro_usd, text)
select ledger_account_id, span, date_trunc(span, at, 'UTC'), kind, product, owner_account_id, line, subject,
  count(*) filter (where nth = 1), sum(available_micro_usd), sum(held_micro_usd), sum(earned_micro_usd),
  coalesce(sum(fee_micro_usd) filter (where nth = 1), 0), (array_agg(text order by transaction_id desc))[1]
from (
  select l.*, row_number() over (partition by l.transaction_id, l.owner_account_id, l.line
    order by l.ledger_account_id) as nth
  from ledger_lines l
) entry cross join (values ('hour'), ('day')) as spans (span)
group by 1, 2, 3, 4, 5, 6, 7, 8;
