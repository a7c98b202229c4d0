import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx, type Tx } from '../../platform/ctx.ts'
import { isNameTaken, lockAutoOrder } from './auto-orders-store.ts'
import type { AutoOrderRow } from './schema.ts'

export function noSuchAutoOrder(): Refused {
  return new Refused('not_found', { details: { what: 'automatic order' } })
}

/**
 * Commands find an automatic order by its name; and a request that is sent twice makes no second one, which would rent
 * again. Call it under the quota's lock, which requests of the account wait for.
 * @throws Refused `auto_order_name_taken`
 */
export async function refuseTakenName(
  tx: Tx,
  row: Pick<AutoOrderRow, 'id' | 'account_id' | 'name'>,
): Promise<void> {
  if (await isNameTaken(tx.db, row))
    throw new Refused('auto_order_name_taken', { details: { name: row.name } })
}

/** Returns an automatic order of the active account, locked. @throws Refused `not_found` */
export async function lockOwned(ctx: Ctx, tx: Tx, id: AutoOrderId): Promise<AutoOrderRow> {
  const row = await lockAutoOrder(tx, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchAutoOrder()
  return row
}
