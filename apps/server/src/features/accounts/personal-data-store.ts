import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const accountsPersonalData: PersonalData = {
  sections: [
    {
      name: 'account',
      tables: ['accounts'],
      rows: (
        user,
      ) => sql`select id as key, id, email, username, name, profile_path, role, created_at,
      email_verified_at, access_granted_at, suspended_at, suspended_reason, is_kol, notifications, dismissed_tours, flow
      from accounts where id = ${user}`,
    },
    {
      name: 'picture',
      tables: ['profile_pictures'],
      rows: (
        user,
      ) => sql`select hash as key, hash, content_type, translate(encode(bytes, 'base64'), chr(10), '') as base64
      from profile_pictures where account_id = ${user}`,
    },
  ],
  deleted: {
    profile_pictures: 'account_id',
  },
  kept: {
    accounts: 'a nameless row, for what refers to it',
  },
}
