-- The platform's fee, in basis points (1000 = 10 %) of what is charged: the last row is in force. A hold keeps the fee
-- that was in force when it was opened, and everything captured from it is split at that fee
-- (docs/decisions/0170-orders-keep-their-fee.md).
create table platform_fee_changes (
  id bigint generated always as identity primary key,
  basis_points integer not null check (basis_points between 0 and 5000),
  at timestamptz not null
);
insert into platform_fee_changes (basis_points, at) values (1000, now());

create function platform_fee() returns integer language sql stable as $$
  select basis_points from platform_fee_changes order by id desc limit 1
$$;

-- Of holds alone. Those that are open were opened at 10 %.
alter table ledger_accounts add column fee_basis_points integer default 1000
  check (fee_basis_points between 0 and 5000);
alter table ledger_accounts alter column fee_basis_points drop default;

create function ledger_fix_fee() returns trigger language plpgsql as $$
begin
  new.fee_basis_points := case tg_op
    when 'UPDATE' then old.fee_basis_points
    else case new.kind when 'held' then platform_fee() end end;
  return new;
end $$;
create trigger ledger_accounts_fee before insert or update of fee_basis_points on ledger_accounts
  for each row execute function ledger_fix_fee();
