import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const autoOrdersPersonalData: PersonalData = {
  sections: [
    {
      name: 'automatic_orders',
      tables: ['auto_orders'],
      rows: (user) => sql`select id as key, id, account_id, created_by, api_key_id, name, query,
        ordered, max_price_micro_usd_per_hour, instances_max, running_max, budget_micro_usd,
        ends_at, state, pause, created_at, checked_at, outcome, ended_at
        from auto_orders where account_id = ${user} or created_by = ${user}`,
    },
    {
      name: 'automatic_order_instances',
      tables: [],
      rows: (user) => sql`select rented.auto_order_id || ':' || rented.number as key,
        rented.auto_order_id, rented.number, rented.instance_id, rented.placed_at,
        rented.budget_micro_usd, rented.failure
        from auto_order_instances rented join auto_orders o on o.id = rented.auto_order_id
        where o.account_id = ${user}`,
    },
  ],
  deleted: { auto_orders: 'account_id' },
}
