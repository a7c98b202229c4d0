-- A session's active company has the name that the API gives it.
alter table sessions rename column acting_for to active_company_id;
