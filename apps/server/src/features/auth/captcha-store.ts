import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AuthTables } from './schema.ts'

/** Records that an answer was used. Returns `used_before` if it had been. */
export async function spendAnswer(
  tx: Tx,
  answer: { signature: string; expiresAt: Date },
): Promise<'spent' | 'used_before'> {
  const row = await tables(tx.db)
    .insertInto('captcha_used')
    .values({ signature: answer.signature, expires_at: answer.expiresAt })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .returning('signature')
    .executeTakeFirst()
  return row === undefined ? 'used_before' : 'spent'
}

/** Deletes answers that expired before the given time, as expired answers are refused anyway. */
export async function deleteSpentAnswers(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('captcha_used')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function tables(db: Db) {
  return db.withTables<AuthTables>()
}
