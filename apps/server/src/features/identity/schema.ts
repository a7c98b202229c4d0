import type { Role } from '@gridloom/contract/accounts/user-details'
import type { SessionOrigin } from '@gridloom/contract/auth/session'
import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccessCodeId, AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Generated } from 'kysely'

/** The tables of `migrations/0010-identity.sql` and `0051-accounts.sql`. A type, as Kysely asks. */
export type IdentityTables = {
  accounts: {
    id: AccountId
    email: string
    email_key: string
    username: string
    /** `null`: no password; the ways in are a provider, a passkey or a one-time code. */
    password_hash: string | null
    profile_path: string | null
    role: Role
    access_granted_at: Date | null
    created_at: Date
    name: Generated<string | null>
    email_verified_at: Generated<Date | null>
    suspended_at: Generated<Date | null>
    suspended_reason: Generated<string | null>
    closed_at: Generated<Date | null>
    is_kol: Generated<boolean>
    /** Overrides of the defaults, as JSON. */
    notifications: Generated<unknown>
    waiting_access_code_hash: Generated<string | null>
  }
  profile_pictures: {
    account_id: AccountId
    hash: string
    content_type: string
    bytes: Buffer
  }
  sessions: {
    id: SessionId
    account_id: AccountId
    created_at: Date
    expires_at: Date
    ended_at: Date | null
    user_agent: string | null
    address: string | null
    origin: SessionOrigin
    purpose: 'person' | 'reset' | 'extension'
    last_seen_at: Date
    confirmed_at: Date | null
    acting_for: AccountId | null
  }
  tokens: {
    hash: string
    session_id: SessionId
    issued_at: Date
    expires_at: Date
    rotated_at: Date | null
  }
  access_codes: {
    id: AccessCodeId
    hash: string
    label: string
    uses: Generated<number>
    uses_max: Generated<number | null>
    expires_at: Generated<Date | null>
    revoked_at: Generated<Date | null>
    created_at: Date
  }
  one_time_codes: {
    email_key: string
    account_id: AccountId | null
    purpose: 'register' | 'forgot' | 'none'
    hash: string | null
    tries: Generated<number>
    sent_at: Date
    expires_at: Date
    redeemed_at: Date | null
  }
  attempts: {
    key: string
    window_ends_at: Date
    count: number
  }
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
  welcome_claims: {
    address_hash: string
    claimed_at: Date
  }
  captcha_used: {
    signature: string
    expires_at: Date
  }
  shared_secrets: {
    name: string
    secret: string
    created_at: Date
  }
  operator_settings: {
    only_row: Generated<boolean>
    starting_credit_micro_usd: Generated<number>
    maintenance_since: Generated<Date | null>
  }
}
