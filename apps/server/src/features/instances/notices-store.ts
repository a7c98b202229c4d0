import type { AccountId } from '@gridloom/contract/ids'
import type { Notice } from '@gridloom/contract/system'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { InstanceTables } from './schema.ts'

/** Keeps and tells a notice; one whose key was told before is passed over. */
export async function tellNotice(tx: Tx, accountId: AccountId, notice: Notice): Promise<void> {
  const inserted = await tx.db
    .withTables<InstanceTables>()
    .insertInto('notices')
    .values({ ...notice, account_id: accountId, at: new Date(notice.at) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (inserted !== undefined) await tx.tell({ topic: 'notice', accountId, subject: inserted.key })
}

export async function findNotice(
  db: Db,
  accountId: AccountId,
  key: string,
): Promise<Notice | undefined> {
  const row = await db
    .withTables<InstanceTables>()
    .selectFrom('notices')
    .select(['key', 'level', 'text', 'instance_id', 'at'])
    .where('key', '=', key)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, at: row.at.toISOString() }
}
