import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId, InvitationId } from '@gridloom/contract/core/ids'
import type { AccountTables } from '../accounts/index.ts'

/** The tables of companies, with the accounts of their members. A type, not an interface, as Kysely requires. */
export type CompanyTables = AccountTables & {
  companies: {
    id: AccountId
    name: string
    created_at: Date
    closed_at: Date | null
  }
  company_members: {
    company_id: AccountId
    account_id: AccountId
    role: CompanyRole
    joined_at: Date
  }
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
