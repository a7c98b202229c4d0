import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const keysPersonalData: PersonalData = {
  sections: [
    {
      name: 'api_keys',
      tables: ['api_keys'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, name, starts_with, scopes, budget_micro_usd, budget_period, models,
      created_at, expires_at, last_used_at, last_used_address, revoked_at
      from api_keys where user_id = ${user}`,
    },
    {
      name: 'ssh_keys',
      tables: ['ssh_keys'],
      rows: (
        user,
      ) => sql`select id as key, id, name, type, bits, fingerprint, public_key, created_at
      from ssh_keys where account_id = ${user}`,
    },
  ],
  deleted: {
    ssh_keys: 'account_id',
    api_keys: 'account_id',
  },
}
