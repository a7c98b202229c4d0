-- Apps whose images machines are to have before anyone orders them.
create table prepared_apps (
  machine_id text not null,
  slug text not null,
  created_at timestamptz not null,
  -- What the machine said last about the image of this name.
  image text,
  state text not null check (state in ('waiting', 'preparing', 'ready', 'failed')),
  progress jsonb,
  problem text,
  primary key (machine_id, slug)
);
