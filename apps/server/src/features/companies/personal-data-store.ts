import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const companiesPersonalData: PersonalData = {
  sections: [
    {
      name: 'companies',
      tables: ['company_members'],
      rows: (user) => sql`select c.id as key, c.id, c.name, m.role, m.joined_at
      from company_members m join companies c on c.id = m.company_id where m.account_id = ${user}`,
    },
    {
      name: 'invitations',
      tables: ['company_invitations'],
      rows: (
        user,
      ) => sql`select i.id as key, i.id, i.company_id, i.email, i.role, i.invited_by, i.created_at,
      i.expires_at from company_invitations i where i.invited_by = ${user} or i.email_key in (
        select email_key from accounts where id = ${user} and email_verified_at is not null)`,
    },
  ],
  deleted: {
    company_members: 'account_id',
  },
  kept: {
    company_invitations:
      'those to the address are deleted, those that the user made belong to the company',
  },
}
