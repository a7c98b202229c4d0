import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const vatChecksPersonalData: PersonalData = {
  sections: [
    {
      name: 'vat_checks',
      tables: ['vat_checks'],
      rows: (user) => sql`select vat_id as key, vat_id, verdict, checked_at, consultation_number,
        next_at, failures, failure, used_at from vat_checks where account_id = ${user}`,
    },
  ],
  deleted: { vat_checks: 'account_id' },
}
