import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const machinesPersonalData: PersonalData = {
  sections: [
    {
      name: 'machines',
      tables: ['machines'],
      rows: (user) => sql`select id as key, id, name, listed, status, gpu_slot_micro_usd_per_hour,
      cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
      stopped_disk_gb_micro_usd_per_hour, min_bid_micro_usd_per_hour, cpu_slots, hardware, agent_version, enrolled_at, connected_at,
      removed_at from machines where account_id = ${user}`,
    },
  ],
  deleted: {
    enrolment_tokens: 'account_id',
    machine_digests: 'account_id',
  },
  kept: {
    machines: 'what money records of renters refer to; all of them are removed',
  },
  notExported: {
    enrolment_tokens: 'the hash of a token that is good for ten minutes',
    machine_digests: 'when the last email was sent, for an hour',
  },
}
