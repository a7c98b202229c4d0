-- Which accounts share a quota: a person and the companies they own; a company, its owners and what else these own.
-- Else everybody had each quota as often as they found companies.
create function quota_party(account text) returns text[] language sql stable as $$
  with persons as (
    select account as id
    union select account_id from company_members where company_id = account and role = 'owner'
  )
  select array(
    select id from persons
    union select m.company_id from company_members m
      join persons p on p.id = m.account_id
      join companies c on c.id = m.company_id and c.closed_at is null
    where m.role = 'owner')
$$;
