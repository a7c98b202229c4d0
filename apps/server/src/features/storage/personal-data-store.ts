import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const storagePersonalData: PersonalData = {
  sections: [
    {
      name: 'account_storage',
      tables: ['account_storage'],
      rows: (user) => sql`select kind as key, kind, stored_bytes, metered_at, kept_until
        from account_storage where account_id = ${user}`,
    },
  ],
  kept: { account_storage: 'what money records are computed from' },
}
