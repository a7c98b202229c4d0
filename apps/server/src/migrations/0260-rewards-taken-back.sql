-- Rewards that were taken back before they were claimed.
alter table rewards add column taken_back_at timestamptz;
alter table rewards add constraint rewards_claimed_or_taken_back check (claimed_at is null or taken_back_at is null);
drop index rewards_unclaimed;
create index rewards_unclaimed on rewards (account_id, payable_at, id)
  where claimed_at is null and taken_back_at is null;
