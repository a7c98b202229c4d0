import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const auditPersonalData: PersonalData = {
  sections: [
    {
      name: 'audit_log',
      tables: ['audit_entries'],
      rows: (
        user,
      ) => sql`select id as key, id, at, action, account_id, user_id, api_key_id, subject,
      case when user_id = ${user} then address end as address,
      case when user_id = ${user} then user_agent end as user_agent
      from audit_entries where user_id = ${user} or account_id = ${user}`,
    },
  ],
  kept: {
    audit_entries: 'who did what, by id alone: addresses and browsers are forgotten',
  },
}
