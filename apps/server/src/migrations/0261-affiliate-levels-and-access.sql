-- Clicks that postbacks name, commission of the second level, and referrals that open the beta
-- (docs/decisions/0256-affiliates-postbacks-levels-and-fraud.md).
alter table affiliate_referrals
  -- The click that led to the sign-up; the click itself is deleted after 400 days.
  add column click_id text,
  -- When the referral gave its account access to the beta.
  add column opened_beta_at timestamptz;
create index affiliate_referrals_opened on affiliate_referrals (account_id, opened_beta_at) where opened_beta_at is not null;

alter table affiliate_terms
  -- Of the first level's share; 0: there is no second level.
  add column second_level_basis_points integer not null default 0
    check (second_level_basis_points between 0 and 5000),
  -- Referrals of one affiliate that open the beta, a month; 0: none does.
  add column beta_accounts_per_month integer not null default 0
    check (beta_accounts_per_month between 0 and 1000);

-- The referral whose fees they are: of the second level, one that the referred account made.
alter table affiliate_commissions add column of_referral_id text references affiliate_referrals (id);
update affiliate_commissions set of_referral_id = referral_id;
alter table affiliate_commissions
  alter column of_referral_id set not null,
  drop constraint affiliate_commissions_pkey,
  add primary key (referral_id, of_referral_id, day, product),
  add check (referral_id = of_referral_id or spent_micro_usd = 0);
create index affiliate_commissions_of on affiliate_commissions (of_referral_id) where of_referral_id <> referral_id;
