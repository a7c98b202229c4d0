import type { AccountId } from '@gridloom/contract/core/ids'
import type { Notice } from '@gridloom/contract/notices/notice'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { NoticeTables } from './schema.ts'

/** Stores a notice unless its key was published before. Returns which was the case. */
export async function insertNotice(
  tx: Tx,
  accountId: AccountId,
  notice: Omit<Notice, 'at' | 'instance_id' | 'render_job_id'> &
    Partial<Pick<Notice, 'instance_id' | 'render_job_id'>> & { at: Date },
): Promise<'new' | 'published before'> {
  const inserted = await tx.db
    .withTables<NoticeTables>()
    .insertInto('notices')
    .values({ instance_id: null, render_job_id: null, ...notice, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted === undefined ? 'published before' : 'new'
}

/** The notice of an account with this key, or `undefined`. */
export async function findNotice(
  db: Db,
  accountId: AccountId,
  key: string,
): Promise<Notice | undefined> {
  const row = await db
    .withTables<NoticeTables>()
    .selectFrom('notices')
    .select(['key', 'level', 'text', 'instance_id', 'render_job_id', 'at'])
    .where('key', '=', key)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, at: row.at.toISOString() }
}
