import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const noticesPersonalData: PersonalData = {
  sections: [
    {
      name: 'notices',
      tables: ['notices'],
      rows: (person) => sql`select key, level, text, instance_id, at
      from notices where account_id = ${person}`,
    },
  ],
  deleted: {
    notices: 'account_id',
  },
}
