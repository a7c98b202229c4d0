-- Companies are accounts of the ledger that persons act for.

create table companies (
  -- An account id (acc_…): everything that an account can own a company can.
  id text primary key,
  name text not null,
  created_at timestamptz not null,
  closed_at timestamptz
);

create table company_members (
  company_id text not null references companies (id),
  account_id text not null references accounts (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null,
  primary key (company_id, account_id)
);
create index company_members_by_account on company_members (account_id);

create table company_invitations (
  id text primary key,
  company_id text not null references companies (id),
  -- Bound to the address: only its proven holder may accept.
  email text not null,
  email_key text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (company_id, email_key)
);
create index company_invitations_by_email on company_invitations (email_key);

-- Credit that is moved from one account to another.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('starting_credit', 'operator_credit', 'hold', 'capture', 'release', 'transfer'));

-- What was charged, by instance and day (UTC, of an interval's beginning), with who placed the order and with which
-- key: sums of usage_intervals, so that what an account spends is read from some hundreds of rows and not from
-- millions. A row is written by whoever captures for its instance, who holds that instance's hold, so nobody waits for it.
create table spend_days (
  instance_id text not null,
  day date not null,
  account_id text not null,
  person_id text not null,
  api_key_id text,
  micro_usd bigint not null,
  primary key (instance_id, day)
) with (fillfactor = 70);
create index spend_days_by_account on spend_days (account_id, day);

create function spend_days_add() returns trigger language plpgsql as $$
begin
  insert into spend_days (instance_id, day, account_id, person_id, api_key_id, micro_usd)
    select new.instance_id, (new.from_at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, new.micro_usd
    from instances where id = new.instance_id
  on conflict (instance_id, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create trigger usage_intervals_spent after insert on usage_intervals
  for each row when (new.micro_usd > 0) execute function spend_days_add();

insert into spend_days (instance_id, day, account_id, person_id, api_key_id, micro_usd)
  select u.instance_id, (u.from_at at time zone 'UTC')::date, min(i.account_id),
    min(coalesce(i.placed_by, i.account_id)), min(i.api_key_id), sum(u.micro_usd)
  from usage_intervals u join instances i on i.id = u.instance_id
  where u.micro_usd > 0 group by 1, 2;
