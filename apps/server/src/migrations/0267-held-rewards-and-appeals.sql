-- Rewards that are held because a post that their mission counted is gone, and appeals (decision 0259).
alter table rewards add column held_at timestamptz;
alter table rewards add constraint rewards_held check (held_at is null or claimed_at is null);
drop index rewards_unclaimed;
create index rewards_unclaimed on rewards (account_id, payable_at, id)
  where claimed_at is null and taken_back_at is null and held_at is null;

alter table mission_claims
  drop constraint if exists mission_claims_held_reason_check,
  drop constraint if exists mission_claims_check1,
  add constraint mission_claims_held_reason_check
    check (held_reason in ('referral_under_review', 'referred_by_self', 'post_gone')),
  -- A held or rejected claim has a reward where it was paid before.
  add constraint mission_claims_rewarded check (state not in ('paid', 'taken_back') or reward_id is not null),
  -- Posts that it counted and that are gone, with what the check found.
  add column lost_posts jsonb not null default '[]',
  -- The reward had been claimed when they were lost.
  add column reward_claimed boolean not null default false,
  add column rejected_by text,
  -- What its rejection took back from other rewards, where its own had been claimed.
  add column recovered_micro_usd bigint not null default 0 check (recovered_micro_usd >= 0),
  add column appeal_text text,
  add column appealed_at timestamptz,
  add column appeal_decided_at timestamptz,
  add constraint mission_claims_appeal check ((appeal_text is null) = (appealed_at is null)),
  add constraint mission_claims_appeal_decided check (appeal_decided_at is null or appealed_at is not null);
-- Claims that wait for a decision.
create index mission_claims_open on mission_claims (claimed_at desc)
  where state = 'held' or (state = 'rejected' and appealed_at is not null and appeal_decided_at is null);
