-- Projects: what money is spent on (docs/budgets.md). A company's id is an account id too, so that there is no foreign key.
create table projects (
  account_id text not null,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  description text not null,
  created_by text not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (account_id, name)
);

-- The project of everything that an API key orders, unless an order names another.
alter table api_keys add column project text;

-- The project of a hold, and of all that is charged from it: set when the hold is opened, and never changed.
alter table ledger_accounts add column project text;

-- The project of the resource's hold; empty: none.
alter table spend_days add column project text not null default '';

create function hold_project(purpose text) returns text language sql stable as $$
  select coalesce((select project from ledger_accounts where id = 'held:' || purpose), '')
$$;

-- The same as before, with the project of the hold.
create or replace function spend_days_add() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, project, micro_usd)
    select new.instance_id, (new.from_at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, hold_project(new.instance_id), new.micro_usd
    from instances where id = new.instance_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create or replace function spend_days_add_render() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, project, micro_usd)
    select new.job_id, (new.at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, hold_project(new.job_id), new.micro_usd
    from render_jobs where id = new.job_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create or replace function spend_days_add_answers() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, project, micro_usd)
    select allowance_id, (ended_at at time zone 'UTC')::date, min(account_id), min(user_id), min(api_key_id),
      hold_project(allowance_id), sum(micro_usd)
    from added where micro_usd > 0 group by 1, 2
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create or replace function spend_days_add_volume() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, project, micro_usd)
    select new.volume_id, (new.from_at at time zone 'UTC')::date,
      account_id, created_by, api_key_id, hold_project(new.volume_id), new.micro_usd
    from volumes where id = new.volume_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create or replace function spend_days_add_reservation() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, project, micro_usd)
    select new.reservation_id, (new.from_at at time zone 'UTC')::date,
      account_id, created_by, api_key_id, hold_project(new.reservation_id), new.micro_usd
    from reservations where id = new.reservation_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
