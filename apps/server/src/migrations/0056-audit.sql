-- Who did what, with what and from where: one row for each write, in the transaction of that write.

create table audit_entries (
  id text primary key,
  at timestamptz not null,
  -- The endpoint as area.name.
  action text not null,
  account_id text,
  person_id text,
  api_key_id text,
  subject text not null,
  address text,
  user_agent text
);
-- Ids sort by age, so a page is a walk along one of these.
create index audit_entries_by_account on audit_entries (account_id, id desc);
create index audit_entries_by_person on audit_entries (person_id, id desc);
create index audit_entries_by_action on audit_entries (action, id desc);
-- What the sweep of old addresses has yet to do.
create index audit_entries_with_origin on audit_entries (at)
  where address is not null or user_agent is not null;

-- What was written is never changed; only the addresses in it are forgotten when they are too old, or the person asks.
create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.address is null and new.user_agent is null
    and (new.id, new.at, new.action, new.account_id, new.person_id, new.api_key_id, new.subject)
      is not distinct from (old.id, old.at, old.action, old.account_id, old.person_id, old.api_key_id, old.subject)
  then
    return new;
  end if;
  raise exception 'the audit log is never changed' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_fixed before update or delete on audit_entries
  for each row execute function audit_refuse_change();
create function audit_refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never emptied' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_kept before truncate on audit_entries
  for each statement execute function audit_refuse_truncate();
