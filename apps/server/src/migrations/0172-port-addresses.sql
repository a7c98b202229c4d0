-- The addresses of an instance's declared ports: PORT-SLUG before the apps domain. All ports of an instance share its
-- slug, which an instance that takes its place takes over.
create table port_addresses (
  instance_id text not null,
  port int not null check (port between 1 and 65535),
  slug text not null,
  access text not null default 'private' check (access in ('private', 'link', 'public')),
  created_at timestamptz not null,
  primary key (instance_id, port),
  unique (slug, port)
);

-- Links to an address. The key itself is not stored.
create table port_links (
  id text primary key,
  key_hash text not null unique,
  instance_id text not null,
  port int not null,
  note text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (instance_id, port) references port_addresses on update cascade on delete cascade
);
create index port_links_by_address on port_links (instance_id, port);

-- Sign-ins of users to an address: a one-time code, and from its redemption on the cookie of that address. Each lives
-- no longer than the session of the console that it came from.
create table port_sessions (
  code_hash text primary key,
  -- Of the cookie that the browser had when it began, which must come with the code.
  attempt_hash text not null,
  code_expires_at timestamptz not null,
  -- Null until the code is redeemed.
  cookie_hash text unique,
  instance_id text not null,
  port int not null,
  user_id text not null,
  session_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (instance_id, port) references port_addresses on update cascade on delete cascade
);
create index port_sessions_by_address on port_sessions (instance_id, port, session_id);
create index port_sessions_by_user on port_sessions (user_id);
