import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const channelsPersonalData: PersonalData = {
  sections: [
    {
      name: 'connected_accounts',
      tables: ['connected_accounts'],
      rows: (
        user,
      ) => sql`select id as key, id, channel, external_id, name, handle, profile_url, state, scopes,
        connected_at, checked_at from connected_accounts where account_id = ${user}`,
    },
    {
      name: 'channel_proofs',
      tables: ['channel_proofs'],
      rows: (user) => sql`select channel || ' ' || url as key, channel, url, expires_at
        from channel_proofs where account_id = ${user}`,
    },
  ],
  deleted: {
    connected_accounts: 'account_id',
    channel_connections: 'account_id',
    channel_proofs: 'account_id',
  },
  notExported: { channel_connections: 'they last ten minutes' },
}
