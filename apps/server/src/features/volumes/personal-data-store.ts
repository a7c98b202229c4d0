import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const volumesPersonalData: PersonalData = {
  sections: [
    {
      name: 'volumes',
      tables: ['volumes'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, created_by, api_key_id, name, state, failure,
        machine_id, size_gb, micro_usd_per_hour, used_bytes, created_at, ready_at, deleted_at,
        metered_s, kept_until
        from volumes where account_id = ${user} or created_by = ${user}`,
    },
  ],
  kept: {
    volumes: 'marked for deletion on closing; their data goes, the rows explain money records',
  },
}
