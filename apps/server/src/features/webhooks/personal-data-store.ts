import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const webhooksPersonalData: PersonalData = {
  sections: [
    {
      name: 'webhooks',
      tables: ['webhooks'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, name, url, events, created_at, created_by,
      disabled_reason, failing_since, last_delivered_at
      from webhooks where account_id = ${user} or created_by = ${user}`,
    },
    {
      name: 'webhook_deliveries',
      tables: ['webhook_deliveries', 'webhook_attempts'],
      rows: (
        user,
      ) => sql`select delivery.id || ':' || coalesce(attempt.number, 0) as key, delivery.id,
      webhook_id, event_id, kind, body, created_at, state, attempts, attempt.at, attempt.status,
      attempt.failure, attempt.response_start
      from webhook_deliveries delivery
      left join webhook_attempts attempt on attempt.delivery_id = delivery.id
      where delivery.account_id = ${user}`,
    },
  ],
  deleted: {
    webhooks: 'account_id',
    webhook_deliveries: 'account_id',
  },
}
