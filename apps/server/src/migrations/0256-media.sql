-- The media library: what the operator provides for posts, and its files (docs/media.md).

-- A file by its content, so that the same bytes are encoded once.
create table media_contents (
  id text primary key,
  -- The SHA-256 of the joined hashes of its blocks.
  content_hash text not null unique,
  kind text not null check (kind in ('video', 'picture')),
  size_bytes bigint not null check (size_bytes > 0),
  content_type text not null,
  -- The operator's account that sent it, which receives its progress.
  uploaded_by text not null,
  state text not null check (state in ('queued', 'encoding', 'ready', 'failed')),
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  failure text,
  -- How often an encoding began.
  attempts integer not null default 0,
  -- Who encodes it, and until when the others wait for a sign of life.
  lease_token text,
  lease_until timestamptz,
  -- The folder of the finished files, and what is in it: they are shown only from here.
  folder text,
  width integer,
  height integer,
  duration_ms bigint,
  file_bytes bigint,
  file_names jsonb not null default '[]',
  created_at timestamptz not null,
  check ((state = 'encoding') = (lease_token is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'ready' or folder is not null)
);
-- One encoding at a time, over all replicas.
create unique index media_contents_encoding on media_contents (state) where state = 'encoding';
create index media_contents_queue on media_contents (created_at) where state = 'queued';

create table media (
  id text primary key,
  kind text not null check (kind in ('video', 'picture', 'text', 'link')),
  title text not null,
  detail text not null,
  link text,
  platforms text[] not null,
  languages text[] not null,
  texts jsonb not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  content_id text references media_contents (id),
  file_name text,
  created_at timestamptz not null,
  published_at timestamptz,
  check ((content_id is null) = (file_name is null)),
  check (kind <> 'link' or link is not null)
);
create index media_published on media (published_at desc, id desc) where state = 'published';
create index media_by_content on media (content_id) where content_id is not null;

create table media_captions (
  media_id text not null references media (id) on delete cascade,
  language text not null,
  vtt text not null,
  saved_at timestamptz not null,
  primary key (media_id, language)
);

create table media_uploads (
  id text primary key,
  media_id text not null references media (id) on delete cascade,
  account_id text not null,
  file_name text not null,
  content_hash text not null,
  block_hashes jsonb not null,
  size_bytes bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  -- The stored segments in order: name and bytes.
  segments jsonb not null default '[]',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (media_id, content_hash)
);
create index media_uploads_expiry on media_uploads (expires_at);
