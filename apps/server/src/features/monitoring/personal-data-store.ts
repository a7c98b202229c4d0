import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const monitoringPersonalData: PersonalData = {
  sections: [
    {
      name: 'gpu_alert_settings',
      tables: ['gpu_alert_settings'],
      rows: (user) => sql`select account_id as key, temperature_c, ecc, throttling, repeat_hours
        from gpu_alert_settings where account_id = ${user}`,
    },
  ],
  deleted: { gpu_alert_settings: 'account_id' },
}
