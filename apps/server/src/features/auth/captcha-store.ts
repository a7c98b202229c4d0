import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AuthTables } from './schema.ts'

/** Records that an answer was taken; `used_before` when it stood there already. */
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

/** Forgets answers that expired before the given time: they are refused for their age. */
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
