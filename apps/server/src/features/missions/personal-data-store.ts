import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const missionsPersonalData: PersonalData = {
  sections: [
    {
      name: 'mission_starts',
      tables: ['mission_starts'],
      rows: (user) => sql`select mission_id as key, mission_id, version, started_at
        from mission_starts where account_id = ${user}`,
    },
    {
      name: 'mission_claims',
      tables: ['mission_claims'],
      rows: (user) => sql`select id as key, id, mission_id, period, state, micro_usd, evidence,
        held_reason, decision_text, lost_posts, appeal_text, appealed_at, claimed_at from mission_claims where account_id = ${user}`,
    },
  ],
  deleted: { mission_starts: 'account_id' },
  kept: { mission_claims: 'they explain money records' },
}
