import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { MachineTables } from './schema.ts'

export async function insertEnrolmentToken(
  { db }: Tx,
  token: { hash: string; accountId: AccountId; expiresAt: Date; isHere: boolean },
  now: Date,
): Promise<void> {
  const tables = db.withTables<MachineTables>()
  await tables.deleteFrom('enrolment_tokens').where('expires_at', '<', now).execute()
  await tables
    .insertInto('enrolment_tokens')
    .values({
      token_hash: token.hash,
      account_id: token.accountId,
      expires_at: token.expiresAt,
      is_here: token.isHere,
    })
    .execute()
}

/** The account of a token, and whether it is for the agent of the server's own machine. */
export interface UsedToken {
  account_id: AccountId
  is_here: boolean
}

/** Redeems a token, once under concurrency; `undefined` when it is used, expired or unknown. */
export async function useEnrolmentToken(
  { db }: Tx,
  hash: string,
  now: Date,
): Promise<UsedToken | undefined> {
  return db
    .withTables<MachineTables>()
    .updateTable('enrolment_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id', 'is_here'])
    .executeTakeFirst()
}
