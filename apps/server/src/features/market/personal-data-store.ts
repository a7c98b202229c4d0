import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const marketPersonalData: PersonalData = {
  sections: [
    {
      name: 'quotes',
      tables: ['quotes'],
      rows: (
        user,
      ) => sql`select id as key, id, offer_id, slots, disk_gb, running_micro_usd_per_hour,
      stopped_micro_usd_per_hour, expires_at, redeemed_at from quotes where account_id = ${user}`,
    },
    {
      name: 'offer_alerts',
      tables: ['offer_alerts'],
      rows: (user) => sql`select id as key, id, offer_id, filters, created_at, expires_at, sent_at,
      sent_offer_id from offer_alerts where account_id = ${user}`,
    },
    {
      name: 'saved_searches',
      tables: ['saved_searches'],
      rows: (
        user,
      ) => sql`select id as key, id, name, query, channels, paused, created_at, last_sent_at
      from saved_searches where account_id = ${user}`,
    },
  ],
  deleted: {
    quotes: 'account_id',
    offer_alerts: 'account_id',
    saved_searches: 'account_id',
  },
}
