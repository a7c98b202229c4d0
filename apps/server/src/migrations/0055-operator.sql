-- What the operator sees and does.

alter table access_codes add column id text;
update access_codes set id = 'cod_' || substr(lower(translate(hash, 'ilou', '0000')), 1, 26);
alter table access_codes alter column id set not null;
alter table access_codes add constraint access_codes_id_key unique (id);
alter table access_codes add column uses_max integer check (uses_max > 0);
alter table access_codes add column expires_at timestamptz;
alter table access_codes add column revoked_at timestamptz;

alter table operator_settings add column maintenance_since timestamptz;

create table announcements (
  id text primary key,
  level text not null check (level in ('info', 'warning')),
  text text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  withdrawn_at timestamptz,
  -- How far it was told: pages look again when it begins and when it ends.
  told text not null check (told in ('scheduled', 'now', 'ended')),
  -- Whether it also goes out by mail, the account that was written to last, and when all were.
  by_mail boolean not null,
  mailed_up_to text not null default '',
  mailed_at timestamptz
);
create index announcements_by_start on announcements (starts_at desc);
create index announcements_to_mail on announcements (starts_at)
  where by_mail and mailed_at is null and withdrawn_at is null;

-- Letters about silence: when its owner was told of it, and since when the machine is heard again.
alter table machines add column silence_told_at timestamptz;
alter table machines add column heard_again_at timestamptz;
