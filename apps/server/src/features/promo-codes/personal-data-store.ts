import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const promoCodesPersonalData: PersonalData = {
  sections: [
    {
      name: 'promo_codes',
      tables: ['promo_redemptions'],
      rows: (
        user,
      ) => sql`select r.promo_code_id as key, c.code, r.micro_usd, r.transaction_id, r.redeemed_at
        from promo_redemptions r join promo_codes c on c.id = r.promo_code_id where r.account_id = ${user}`,
    },
  ],
  kept: {
    promo_redemptions: 'they explain money records; of the address only a keyed hash is stored',
  },
}
