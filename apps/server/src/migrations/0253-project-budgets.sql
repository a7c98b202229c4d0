-- Budgets of projects are rows beside that of their account, whose project is empty.
alter table account_budget_alerts drop constraint account_budget_alerts_account_id_fkey;
alter table account_budget_alerts add column project text not null default '';
alter table account_budgets add column project text not null default '';
alter table account_budgets drop constraint account_budgets_pkey;
alter table account_budgets add primary key (account_id, project);
alter table account_budget_alerts drop constraint account_budget_alerts_pkey;
alter table account_budget_alerts add primary key (account_id, project, period_day, percent);
alter table account_budget_alerts add foreign key (account_id, project)
  references account_budgets (account_id, project) on delete cascade;

-- Any budget that stops marks the balance of its account. The row is locked by a statement of its own, so that the next
-- one sees what a concurrent change of another budget committed.
create or replace function account_budgets_mark() returns trigger language plpgsql as $$
declare
  account text := case tg_op when 'DELETE' then old.account_id else new.account_id end;
begin
  perform 1 from ledger_accounts where id = 'available:' || account for no key update;
  update ledger_accounts set budgeted =
      exists (select 1 from account_budgets where account_id = account and on_exceed = 'stop')
    where id = 'available:' || account;
  return null;
end $$;
