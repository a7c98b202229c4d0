import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const tiersPersonalData: PersonalData = {
  sections: [
    {
      name: 'tier_points',
      tables: ['tier_points'],
      rows: (user) => sql`select key, points, text, earned_at, recorded_at
        from tier_points where account_id = ${user}`,
    },
    {
      name: 'tier_announcements',
      tables: ['tier_announcements'],
      rows: (user) => sql`select account_id as key, tier, changes
        from tier_announcements where account_id = ${user}`,
    },
    {
      name: 'leaderboard_name',
      tables: ['leaderboard_names'],
      rows: (user) => sql`select account_id as key, name, since_week
        from leaderboard_names where account_id = ${user}`,
    },
  ],
  deleted: {
    tier_points: 'account_id',
    tier_announcements: 'account_id',
    leaderboard_names: 'account_id',
  },
}
