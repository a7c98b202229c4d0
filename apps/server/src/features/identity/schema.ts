import type { Role } from '@gridloom/contract/identity'
import type { AccountId, SessionId } from '@gridloom/contract/ids'
import type { Generated } from 'kysely'

/** The tables of `migrations/0010-identity.sql`. A type, as Kysely asks. */
export type IdentityTables = {
  accounts: {
    id: AccountId
    email: string
    email_key: string
    username: string
    password_hash: string
    profile_path: string | null
    role: Role
    access_granted_at: Date | null
    created_at: Date
  }
  sessions: {
    id: SessionId
    account_id: AccountId
    created_at: Date
    expires_at: Date
    ended_at: Date | null
    user_agent: string | null
    address: string | null
  }
  tokens: {
    hash: string
    session_id: SessionId
    issued_at: Date
    expires_at: Date
    rotated_at: Date | null
  }
  access_codes: {
    hash: string
    label: string
    uses: Generated<number>
    created_at: Date
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
  }
}
