import type { Role } from '@gridloom/contract/accounts/user-details'
import type { AccessCodeId, AccountId } from '@gridloom/contract/core/ids'
import type { Generated } from 'kysely'

/** The tables of accounts, with access codes and welcome credit. A type, not an interface, as Kysely requires. */
export type AccountTables = {
  accounts: {
    id: AccountId
    email: string
    email_key: string
    username: string
    /** `null`: no password; the user signs in with a provider, a passkey or a one-time code. */
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
    dismissed_tours: Generated<string[]>
    waiting_access_code_hash: Generated<string | null>
  }
  profile_pictures: {
    account_id: AccountId
    hash: string
    content_type: string
    bytes: Buffer
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
  welcome_claims: {
    address_hash: string
    claimed_at: Date
  }
  operator_settings: {
    only_row: Generated<boolean>
    starting_credit_micro_usd: Generated<number>
    maintenance_since: Generated<Date | null>
  }
}
