import type { AccountId, LoginId, SessionId } from '@gridloom/contract/core/ids'

/** The tables of providers in `migrations/0052-ways-in.sql`. A type, not an interface, as Kysely requires. */
export type ProviderTables = {
  logins: {
    id: LoginId
    account_id: AccountId
    provider: string
    issuer: string
    subject: string
    email: string
    created_at: Date
    last_used_at: Date | null
  }
  login_states: {
    hash: string
    provider: string
    code_verifier: string
    nonce: string
    session_id: SessionId | null
    confirms: boolean
    expires_at: Date
  }
  login_codes: {
    hash: string
    account_id: AccountId
    expires_at: Date
  }
}
