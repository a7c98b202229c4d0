import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const invoicesPersonalData: PersonalData = {
  sections: [
    {
      name: 'billing_details',
      tables: ['billing_details'],
      rows: (user) => sql`select account_id as key, legal_name, address_lines, postal_code, city,
        country, vat_id, purchase_order, email, email_invoices, updated_at
        from billing_details where account_id = ${user}`,
    },
    {
      name: 'invoices',
      tables: ['invoices'],
      rows: (user) => sql`select id as key, id, kind, month, issued_at, net_cents, vat_cents,
        total_cents, content from invoices where account_id = ${user}`,
    },
  ],
  deleted: { billing_details: 'account_id' },
  kept: { invoices: 'tax records, which the law requires to be kept and which are never changed' },
}
