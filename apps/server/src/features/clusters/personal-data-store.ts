import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const clustersPersonalData: PersonalData = {
  sections: [
    {
      name: 'clusters',
      tables: ['clusters'],
      rows: (user) => sql`select id as key, id, account_id, created_by, name, state, failure,
        created_at, ready_at, ended_at
        from clusters where account_id = ${user} or created_by = ${user}`,
    },
  ],
  kept: { clusters: 'part of the record of its instances, as their receipts' },
}
