-- Public TCP ports of instances' declared ports. The row stays when the port is given back: until another one takes it,
-- it can be opened again, and for some minutes it is kept from others. It follows the address when an instance moves.
create table tcp_ports (
  tcp_port int primary key check (tcp_port between 1 and 65535),
  instance_id text not null,
  port int not null,
  -- Networks that may connect, in CIDR notation; none: every address.
  allowed text[] not null default '{}',
  opened_at timestamptz not null,
  -- Null while it is open.
  closed_at timestamptz,
  unique (instance_id, port),
  foreign key (instance_id, port) references port_addresses on update cascade on delete cascade
);
