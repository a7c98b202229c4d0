-- Machines whose offers the next heartbeat refreshes: a mark of the market, in a table of its own.
create table stale_offers (machine_id text primary key references machines (id));
insert into stale_offers select id from machines where offers_due;
alter table machines drop column offers_due;
