import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const instancesPersonalData: PersonalData = {
  sections: [
    {
      name: 'instances',
      tables: ['instances'],
      rows: (
        user,
      ) => sql`select id as key, id, label, note, machine_id, state, desired, reason, template, slots,
      gpu_model, vcpus, memory_mib, disk_gb, running_micro_usd_per_hour, stopped_micro_usd_per_hour,
      created_at, ready_at, charged_from, charged_cause, free_s, stopped_at, destroyed_at, last_seen_at,
      metered_running_s, metered_stopped_s, budget_micro_usd, stop_at, stop_after_s, stop_idle, schedule,
      connected_at,
      placed_by, api_key_id from instances where account_id = ${user}`,
    },
    {
      name: 'orders_for_companies',
      tables: ['instances'],
      rows: (user) => sql`select id as key, id, account_id, api_key_id, created_at
      from instances where placed_by = ${user} and account_id <> ${user}`,
    },
    {
      name: 'instance_events',
      tables: ['instance_events'],
      rows: (
        user,
      ) => sql`select lpad(id::text, 20, '0') as key, instance_id, at, kind, cause, exit_code, folded, user_id,
      api_key_id from instance_events where account_id = ${user} or user_id = ${user}`,
    },
    {
      name: 'order_keys',
      tables: ['order_keys'],
      rows: (user) => sql`select key, key as idempotency_key, instance_id, created_at
      from order_keys where account_id = ${user}`,
    },
  ],
  deleted: {
    order_keys: 'account_id',
  },
  kept: {
    instance_events: 'part of the record of an instance, as its receipt',
    instances: 'what money records refer to; all of them are destroyed',
  },
}
