import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const reputationPersonalData: PersonalData = {
  sections: [
    {
      name: 'reviews',
      tables: ['reviews'],
      rows: (user) => sql`select id as key, id, instance_id, machine_id, rating, text, created_at,
        edited_at, answer, answered_at, hidden_at from reviews where account_id = ${user}`,
    },
  ],
  kept: {
    reviews: 'ratings stay without their author and text',
  },
}
