-- The ledger: double entry in integer micro-dollars. The database itself refuses an entry that does not
-- belong, a transaction that does not balance, a balance below zero, and any change of what was written.
--
-- Accounts are named by what they hold:
--   available:<account id>   what an account can spend
--   held:<instance id>       what is set aside for one instance; its owner is the renter
--   earned:<machine id>      what a machine has earned; its owner is the provider
--   platform_credit, platform_fees   ours: credit given away (goes below zero), and fees
-- Platform accounts keep no running balance (null): every posting would else wait for that one row.

create table ledger_accounts (
  id text primary key,
  kind text not null
    check (kind in ('available', 'held', 'earned', 'platform_credit', 'platform_fees')),
  -- The account of a person; null for the platform's own.
  owner_account_id text,
  balance_micro_usd bigint,
  -- Of what was held, how much was used and paid to the provider. Only 'held' accounts count it.
  captured_micro_usd bigint not null default 0 check (captured_micro_usd >= 0),
  constraint ledger_balance_not_negative check (balance_micro_usd >= 0),
  constraint ledger_platform_keeps_no_balance
    check ((kind like 'platform%') = (balance_micro_usd is null)),
  constraint ledger_owner_known check ((kind like 'platform%') = (owner_account_id is null))
);
create index ledger_accounts_by_owner on ledger_accounts (owner_account_id, kind)
  include (balance_micro_usd);

create table ledger_transactions (
  id text primary key,
  idempotency_key text not null unique,
  kind text not null
    check (kind in ('starting_credit', 'operator_credit', 'hold', 'capture', 'release')),
  text text not null,
  instance_id text,
  created_at timestamptz not null,
  -- The database transaction that wrote it: entries may be added in that one alone.
  written_in xid8 not null default pg_current_xact_id()
);
create index ledger_transactions_by_instance on ledger_transactions (instance_id)
  where instance_id is not null;

create table ledger_entries (
  transaction_id text not null references ledger_transactions (id),
  -- No foreign key: it would share-lock the platform's rows in every posting. The trigger below looks instead.
  ledger_account_id text not null,
  amount_micro_usd bigint not null check (amount_micro_usd <> 0),
  -- Copied from the ledger account, for statements.
  owner_account_id text,
  primary key (transaction_id, ledger_account_id)
);
create index ledger_entries_by_account on ledger_entries (ledger_account_id, transaction_id);
create index ledger_entries_by_owner on ledger_entries (owner_account_id, transaction_id desc)
  where owner_account_id is not null;

-- What was charged for, interval by interval: the lines of a receipt.
create table usage_intervals (
  key text primary key,
  instance_id text not null,
  kind text not null check (kind in ('running', 'stopped_disk')),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at >= from_at),
  seconds bigint not null check (seconds >= 0),
  micro_usd_per_hour bigint not null check (micro_usd_per_hour >= 0),
  micro_usd bigint not null check (micro_usd >= 0),
  -- Null where nothing was owed.
  transaction_id text references ledger_transactions (id),
  check ((micro_usd = 0) = (transaction_id is null)),
  -- A second guard beside the key: no moment begins two charges of one kind.
  unique (instance_id, kind, from_at)
);

-- Before: does the entry belong here, and whose is it?
create function ledger_admit_entry() returns trigger language plpgsql as $$
begin
  perform from ledger_transactions
    where id = new.transaction_id and written_in = pg_current_xact_id();
  if not found then
    raise exception 'ledger: entries are written together with their transaction %', new.transaction_id
      using errcode = 'restrict_violation';
  end if;
  select owner_account_id into new.owner_account_id
    from ledger_accounts where id = new.ledger_account_id;
  if not found then
    raise exception 'ledger: there is no account %', new.ledger_account_id
      using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger ledger_entries_admit before insert on ledger_entries
  for each row execute function ledger_admit_entry();

-- After: carry the running balance along. Rows are locked in the order in which the entries stand in
-- the statement; whoever posts sorts them (available, held, earned), so that two never wait for each other.
create function ledger_carry_balance() returns trigger language plpgsql as $$
begin
  update ledger_accounts account set
    balance_micro_usd = balance_micro_usd + new.amount_micro_usd,
    captured_micro_usd = captured_micro_usd + case
      when account.kind = 'held' and posting.kind = 'capture' then -new.amount_micro_usd else 0 end
  from ledger_transactions posting
  where account.id = new.ledger_account_id and account.balance_micro_usd is not null
    and posting.id = new.transaction_id;
  return null;
end $$;
create trigger ledger_entries_carry after insert on ledger_entries
  for each row execute function ledger_carry_balance();

-- At commit: a transaction has entries, and they add up to zero.
create function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  checked text := case tg_table_name when 'ledger_entries' then to_jsonb(new) ->> 'transaction_id'
    else to_jsonb(new) ->> 'id' end;
  total numeric;
begin
  select sum(amount_micro_usd) into total from ledger_entries where transaction_id = checked;
  if total is distinct from 0 then
    raise exception 'ledger: transaction % does not balance (%)', checked, coalesce(total::text, 'no entries')
      using errcode = 'check_violation', constraint = 'ledger_transaction_balanced';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balanced after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_balanced();
create constraint trigger ledger_entries_balanced after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_check_balanced();

-- Nothing that was written changes or goes.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger: rows of % are never changed or deleted', tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_fixed before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_fixed before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger usage_intervals_fixed before update or delete or truncate on usage_intervals
  for each statement execute function ledger_refuse_change();
create trigger ledger_accounts_kept before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse_change();

-- An account begins empty, and only entries move it (their trigger is one level up).
create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (coalesce(new.balance_micro_usd, 0) <> 0 or new.captured_micro_usd <> 0) then
    raise exception 'ledger: account % must begin at zero', new.id using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and pg_trigger_depth() < 2 then
    raise exception 'ledger: only entries change account %', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_accounts_guard before insert or update on ledger_accounts
  for each row execute function ledger_guard_account();

insert into ledger_accounts (id, kind) values
  ('platform_credit', 'platform_credit'),
  ('platform_fees', 'platform_fees');
