import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const balanceAlertsPersonalData: PersonalData = {
  sections: [
    {
      name: 'balance_alerts',
      tables: ['balance_alerts'],
      rows: (user) => sql`select account_id as key, within_s, funds_micro_usd, sent
        from balance_alerts where account_id = ${user}`,
    },
  ],
  deleted: { balance_alerts: 'account_id' },
}
