import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const affiliatePersonalData: PersonalData = {
  sections: [
    {
      name: 'referral_codes',
      tables: ['affiliate_codes'],
      rows: (user) =>
        sql`select code as key, code, chosen, created_at from affiliate_codes where account_id = ${user}`,
    },
    {
      name: 'referral',
      tables: ['affiliate_referrals'],
      rows: (
        user,
      ) => sql`select id as key, id, by, page, campaign, sub_id, source, created_at, joined_at
        from affiliate_referrals where referred_account_id = ${user}`,
    },
    {
      name: 'referral_clicks',
      tables: ['affiliate_clicks'],
      rows: (user) => sql`select id as key, at, page, campaign, sub_id, source, again
        from affiliate_clicks where account_id = ${user}`,
    },
    {
      name: 'affiliate_reviews',
      tables: ['affiliate_account_reviews', 'affiliate_bought_visits'],
      rows: (
        user,
      ) => sql`select rule as key, rule, state, found_at, expires_at, appeal_text, appealed_at
        from affiliate_account_reviews where account_id = ${user}`,
    },
  ],
  deleted: {
    affiliate_codes: 'account_id',
    affiliate_clicks: 'account_id',
    affiliate_account_reviews: 'account_id',
    affiliate_bought_visits: 'account_id',
  },
  kept: { affiliate_referrals: 'they explain money records' },
}
