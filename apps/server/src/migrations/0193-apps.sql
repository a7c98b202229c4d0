-- The app store (docs/decisions/0213-app-store.md). Predefined apps come with the product and have no row in apps.
create table apps (
  slug text primary key,
  version int not null check (version >= 1),
  -- The content of its newest version.
  definition jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The place and the visibility of predefined apps and of the operator's; without a row: the default ones.
create table app_settings (
  slug text primary key,
  position int,
  hidden boolean not null
);

-- Place 0 is the picture of an app, the others are its screenshots.
create table app_pictures (
  slug text not null references apps (slug) on delete cascade,
  place smallint not null,
  hash text not null,
  content_type text not null,
  bytes bytea not null,
  primary key (slug, place)
);
create index app_pictures_by_hash on app_pictures (hash);

-- First starts of instances that were launched as apps, until their outcome is known and counted.
create table app_starts (
  instance_id text primary key,
  slug text not null,
  hardware text not null,
  image_held boolean not null,
  ordered_at timestamptz not null
);
create index app_starts_by_age on app_starts (ordered_at);

-- Starts by day, and by how long they took in steps of 10 % (packages/domain/src/apps/start-times.ts).
create table app_start_days (
  slug text not null,
  day date not null,
  hardware text not null,
  image_held boolean not null,
  outcome text not null check (outcome in ('ready', 'failed')),
  -- 0 for failed ones.
  bucket smallint not null,
  starts bigint not null,
  primary key (slug, day, hardware, image_held, outcome, bucket)
);
create index app_start_days_by_day on app_start_days (day);
