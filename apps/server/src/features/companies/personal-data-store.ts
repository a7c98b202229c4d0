import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const companiesPersonalData: PersonalData = {
  sections: [
    {
      name: 'companies',
      tables: ['company_members'],
      rows: (person) => sql`select c.id as key, c.id, c.name, m.role, m.joined_at
      from company_members m join companies c on c.id = m.company_id where m.account_id = ${person}`,
    },
    {
      name: 'invitations',
      tables: ['company_invitations'],
      rows: (
        person,
      ) => sql`select i.id as key, i.id, i.company_id, i.email, i.role, i.invited_by, i.created_at,
      i.expires_at from company_invitations i where i.invited_by = ${person} or i.email_key in (
        select email_key from accounts where id = ${person} and email_verified_at is not null)`,
    },
  ],
  deleted: {
    company_members: 'account_id',
  },
  kept: {
    company_invitations:
      'those to the address are deleted, those that the person made belong to the company',
  },
}
