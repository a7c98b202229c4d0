import type { AccountId, PasskeyId } from '@gridloom/contract/core/ids'
import type { ColumnType } from 'kysely'

/** The tables of passkeys in `migrations/0052-ways-in.sql`. A type, not an interface, as Kysely requires. */
export type PasskeyTables = {
  passkeys: {
    id: PasskeyId
    account_id: AccountId
    credential_id: string
    public_key: Buffer
    counter: number
    /** How a browser reaches the authenticator. Read as a value, written as JSON text. */
    transports: ColumnType<string[], string, string>
    synced: boolean
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  passkey_ceremonies: {
    id: string
    kind: 'make' | 'use'
    account_id: AccountId | null
    challenge: string
    expires_at: Date
  }
}
