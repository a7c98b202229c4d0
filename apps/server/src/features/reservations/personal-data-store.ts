import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const reservationsPersonalData: PersonalData = {
  sections: [
    {
      name: 'reservations',
      tables: ['reservations'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, created_by, api_key_id, machine_id, offer_id,
        gpu_model, slots, days, micro_usd_per_hour, total_micro_usd, at_end, state, end_cause,
        started_at, ends_at, ended_at, settled_days, refunded_days, refunded_micro_usd
        from reservations where account_id = ${user} or created_by = ${user}`,
    },
    {
      name: 'reservation_days',
      tables: [],
      rows: (user) => sql`select l.key, l.reservation_id, l.day, l.from_at, l.to_at,
        l.unavailable_ms, l.micro_usd, l.refunded_micro_usd, l.transaction_id
        from reservation_lines l join reservations r on r.id = l.reservation_id
        where r.account_id = ${user}`,
    },
  ],
  kept: { reservations: 'they explain money records; an account with an active one is not closed' },
}
