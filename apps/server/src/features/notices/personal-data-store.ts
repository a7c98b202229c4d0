import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const noticesPersonalData: PersonalData = {
  sections: [
    {
      name: 'notices',
      tables: ['notices'],
      rows: (user) => sql`select key, level, text, instance_id, at
      from notices where account_id = ${user}`,
    },
    {
      name: 'lost_alerts',
      tables: ['lost_alerts', 'lost_digests'],
      rows: (user) => sql`select instance_id as key, name, lost_at, notified_at, back_at, sent_at
      from lost_alerts left join lost_digests using (account_id) where account_id = ${user}`,
    },
  ],
  deleted: {
    notices: 'account_id',
    lost_alerts: 'account_id',
    lost_digests: 'account_id',
  },
}
