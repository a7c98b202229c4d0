import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { WalletTables } from './schema.ts'

/** A message that waits for its signature. */
export interface WaitingMessage {
  readonly nonce: string
  readonly browserHash: string
  readonly purpose: 'sign_in' | 'confirm' | 'link'
  /** The account that it is for; `null` for a sign-in, which is for whoever linked the address. */
  readonly accountId: AccountId | null
  /** In lower case. */
  readonly address: string
  readonly chainId: number
  readonly message: string
  readonly expiresAt: Date
}

/** What identifies a message: the nonce alone is known to whoever sees it. */
export type MessageKey = Pick<WaitingMessage, 'nonce' | 'browserHash' | 'purpose' | 'accountId'>

export async function insertMessage({ db }: Tx, waiting: WaitingMessage): Promise<void> {
  await tables(db)
    .insertInto('wallet_messages')
    .values({
      nonce: waiting.nonce,
      browser_hash: waiting.browserHash,
      purpose: waiting.purpose,
      account_id: waiting.accountId,
      address: waiting.address,
      chain_id: String(waiting.chainId),
      message: waiting.message,
      expires_at: waiting.expiresAt,
    })
    .execute()
}

/** A message that can still be redeemed; `undefined`: it is used, expired, unknown or another browser's. */
export async function findMessage(
  db: Db,
  key: MessageKey,
  now: Date,
): Promise<Pick<WaitingMessage, 'address' | 'chainId' | 'message'> | undefined> {
  const row = await tables(db)
    .selectFrom('wallet_messages')
    .select(['address', 'chain_id', 'message'])
    .where('nonce', '=', key.nonce)
    .where('browser_hash', '=', key.browserHash)
    .where('purpose', '=', key.purpose)
    .where('account_id', 'is not distinct from', key.accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { address: row.address, chainId: Number(row.chain_id), message: row.message }
}

/** Redeems a message. Of two concurrent calls one gets `true`. */
export async function takeMessage({ db }: Tx, { nonce }: MessageKey, now: Date): Promise<boolean> {
  const row = await tables(db)
    .deleteFrom('wallet_messages')
    .where('nonce', '=', nonce)
    .where('expires_at', '>', now)
    .returning('nonce')
    .executeTakeFirst()
  return row !== undefined
}

function tables(db: Db) {
  return db.withTables<WalletTables>()
}
