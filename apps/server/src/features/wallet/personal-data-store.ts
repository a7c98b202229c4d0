import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const walletPersonalData: PersonalData = {
  sections: [
    {
      name: 'payout_addresses',
      tables: ['payout_addresses'],
      rows: (user) => sql`select id as key, id, wallet_id, address, requested_at, effective_at,
      cancelled_at, removed_at from payout_addresses where account_id = ${user}`,
    },
  ],
  deleted: { payout_addresses: 'account_id' },
}
