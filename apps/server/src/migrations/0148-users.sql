-- An account that somebody signs in to is a user, in columns too.
alter table api_keys rename column person_id to user_id;
alter index api_keys_by_person rename to api_keys_by_user;
alter table spend_days rename column person_id to user_id;
alter table generations rename column person_id to user_id;
alter index instances_up_by_person rename to instances_up_by_user;
alter table audit_entries rename column person_id to user_id;
alter index audit_entries_by_person rename to audit_entries_by_user;

-- The same as before, by the new name of the column.
create or replace function audit_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and new.user_agent is null
    and (new.id, new.at, new.action, new.account_id, new.user_id, new.api_key_id, new.subject)
      is not distinct from (old.id, old.at, old.action, old.account_id, old.user_id, old.api_key_id, old.subject)
  then
    return new;
  end if;
  raise exception 'the audit log is never changed' using errcode = 'restrict_violation';
end $$;
create or replace function spend_days_add() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
    select new.instance_id, (new.from_at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, new.micro_usd
    from instances where id = new.instance_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create or replace function spend_days_add_render() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
    select new.job_id, (new.at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, new.micro_usd
    from render_jobs where id = new.job_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create or replace function spend_days_add_answers() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, user_id, api_key_id, micro_usd)
    select allowance_id, (ended_at at time zone 'UTC')::date, min(account_id), min(user_id), min(api_key_id),
      sum(micro_usd)
    from added where micro_usd > 0 group by 1, 2
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
