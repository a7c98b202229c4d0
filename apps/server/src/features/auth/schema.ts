import type { SessionOrigin } from '@gridloom/contract/auth/session'
import type { AccountId, SessionId } from '@gridloom/contract/core/ids'
import type { Generated } from 'kysely'
import type { AccountTables } from '../accounts/index.ts'
import type { CompanyTables } from '../companies/index.ts'

/** The tables of sessions and one-time codes, with their accounts and companies. A type, as Kysely requires. */
export type AuthTables = AccountTables &
  CompanyTables & {
    sessions: {
      id: SessionId
      account_id: AccountId
      created_at: Date
      expires_at: Date
      ended_at: Date | null
      user_agent: string | null
      address: string | null
      origin: SessionOrigin
      purpose: 'sign_in' | 'reset' | 'extension'
      last_seen_at: Date
      confirmed_at: Date | null
      active_company_id: AccountId | null
    }
    tokens: {
      hash: string
      session_id: SessionId
      issued_at: Date
      expires_at: Date
      rotated_at: Date | null
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
    captcha_used: {
      signature: string
      expires_at: Date
    }
  }
