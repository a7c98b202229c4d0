-- What a user came for, as they chose it (specification, section 6).
alter table accounts add column flow text check (flow in ('provider', 'render', 'startup', 'hivemind'));

-- For whom a mission is: one word becomes a closed value.
update mission_versions set terms = jsonb_set(terms, '{audience}', jsonb_build_object(
  'who', terms -> 'audience', 'flows', '[]'::jsonb, 'countries', '[]'::jsonb, 'tier_at_least', 'bronze'))
  where jsonb_typeof(terms -> 'audience') = 'string';

-- Rewards may give points, also without money.
alter table missions drop constraint missions_reward_micro_usd_check;
alter table missions add constraint missions_reward_micro_usd_check check (reward_micro_usd >= 0);
alter table missions add column reward_points integer not null default 0 check (reward_points between 0 and 100000);
alter table missions add constraint missions_reward check (reward_micro_usd > 0 or reward_points > 0);

alter table mission_claims drop constraint mission_claims_micro_usd_check;
alter table mission_claims add constraint mission_claims_micro_usd_check check (micro_usd >= 0);
alter table mission_claims add column points integer not null default 0 check (points between 0 and 100000);
alter table mission_claims drop constraint mission_claims_rewarded;
-- A held or rejected claim has a reward where it was paid before; one of points alone never has.
alter table mission_claims add constraint mission_claims_rewarded
  check (reward_id is not null or micro_usd = 0 or state not in ('paid', 'taken_back'));
