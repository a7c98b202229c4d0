-- Spending allowances in place of tabs; their ids keep the prefix `tab_`, which stands in names of ledger accounts.
alter table inference_tabs rename to spending_allowances;
alter table spending_allowances rename constraint inference_tabs_pkey to spending_allowances_pkey;
alter index inference_tabs_open rename to spending_allowances_open;
alter index inference_tabs_open_of rename to spending_allowances_open_of;
alter index inference_tabs_open_by_key rename to spending_allowances_open_by_key;

alter table generations rename column tab_id to allowance_id;
alter index generations_by_tab rename to generations_by_allowance;
alter table ledger_transactions rename column tab_id to allowance_id;
alter index ledger_transactions_by_tab rename to ledger_transactions_by_allowance;

-- The same as before, by the new name of the column.
create or replace function spend_days_add_answers() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, person_id, api_key_id, micro_usd)
    select allowance_id, (ended_at at time zone 'UTC')::date, min(account_id), min(person_id), min(api_key_id),
      sum(micro_usd)
    from added where micro_usd > 0 group by 1, 2
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
