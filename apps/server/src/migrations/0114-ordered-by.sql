-- What a person has up, for themselves and for companies: found when their SSH keys or memberships change.
create index instances_up_by_person on instances (coalesce(placed_by, account_id))
  where desired = 'running' and state not in ('stopped', 'failed', 'destroyed');
