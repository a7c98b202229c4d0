import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId, InvitationId } from '@gridloom/contract/core/ids'
import type { IdentityTables } from '../schema.ts'

/** The tables of `migrations/0054-companies.sql`, beside the accounts that they speak of. A type, as Kysely asks. */
export type CompanyTables = IdentityTables & {
  company_invitations: {
    id: InvitationId
    company_id: AccountId
    email: string
    email_key: string
    role: CompanyRole
    invited_by: AccountId
    created_at: Date
    expires_at: Date
  }
}
