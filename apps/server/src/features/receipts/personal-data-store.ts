import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const receiptsPersonalData: PersonalData = {
  sections: [
    {
      name: 'statement_days',
      tables: ['statement_days'],
      rows: (user) => sql`select number::text as key, number, day::text, transactions, balances
        from statement_days where account_id = ${user}`,
    },
  ],
  kept: { statement_days: 'sums of money records, which published days prove' },
}
