import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const rewardsPersonalData: PersonalData = {
  sections: [
    {
      name: 'rewards',
      tables: ['rewards'],
      rows: (user) => sql`select id as key, id, source, text, micro_usd, payable_at, transaction_id,
        created_at, claimed_at, claim_transaction_id from rewards where account_id = ${user}`,
    },
  ],
  kept: { rewards: 'they explain money records' },
}
