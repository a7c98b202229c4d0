import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const authPersonalData: PersonalData = {
  sections: [
    {
      name: 'sessions',
      tables: ['sessions'],
      rows: (
        user,
      ) => sql`select id as key, id, origin, purpose, created_at, last_seen_at, confirmed_at,
      expires_at, ended_at, user_agent, address, active_company_id from sessions where account_id = ${user}`,
    },
    {
      name: 'sign_in_providers',
      tables: ['logins'],
      rows: (
        user,
      ) => sql`select id as key, id, provider, issuer, subject, email, created_at, last_used_at
      from logins where account_id = ${user}`,
    },
    {
      name: 'passkeys',
      tables: ['passkeys'],
      rows: (user) => sql`select id as key, id, name, synced, transports, created_at, last_used_at
      from passkeys where account_id = ${user}`,
    },
    {
      name: 'wallets',
      tables: ['wallets'],
      rows: (user) => sql`select id as key, id, address, contract_chain_id, label, created_at,
      last_used_at from wallets where account_id = ${user}`,
    },
  ],
  deleted: {
    sessions: 'account_id',
    one_time_codes: 'account_id',
    logins: 'account_id',
    login_codes: 'account_id',
    passkeys: 'account_id',
    passkey_ceremonies: 'account_id',
    wallets: 'account_id',
    wallet_messages: 'account_id',
  },
  notExported: {
    one_time_codes: 'the hash of a code that is good for ten minutes',
    login_codes: 'the hash of a code that is good for a minute',
    passkey_ceremonies: 'a challenge that is good for minutes',
    wallet_messages: 'a message that is good for minutes',
  },
}
