-- Templates of accounts and their versions (docs/decisions/0209-templates.md).
create table templates (
  id text primary key,
  account_id text not null,
  created_by text not null,
  name text not null,
  -- Opens the template for whoever has it.
  code text not null unique,
  is_public boolean not null,
  version int not null check (version >= 1),
  -- The content of its newest version.
  content jsonb not null,
  -- The password of its image's registry, sealed for this template.
  registry_password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, name)
);
create index templates_public on templates (id) where is_public;

create table template_versions (
  template_id text not null references templates (id) on delete cascade,
  version int not null check (version >= 1),
  content jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  primary key (template_id, version)
);

create table template_pictures (
  template_id text primary key references templates (id) on delete cascade,
  hash text not null,
  content_type text not null,
  bytes bytea not null
);
create index template_pictures_by_hash on template_pictures (hash);

-- The template that an account's orders begin with.
create table default_templates (
  account_id text primary key,
  template_id text not null
);

-- First starts of instances that were ordered with a template, until their outcome is known and counted. Predefined
-- templates have no row in templates.
create table template_starts (
  instance_id text primary key,
  template_id text not null,
  outcome text check (outcome in ('succeeded', 'failed', 'none'))
);
create index template_starts_due on template_starts (template_id) where outcome is not null;

create table template_counts (
  template_id text primary key,
  uses bigint not null,
  succeeded bigint not null,
  failed bigint not null
);
