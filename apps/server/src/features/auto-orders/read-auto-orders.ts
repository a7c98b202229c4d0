import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findAutoOrder, listAutoOrderRows } from './auto-orders-store.ts'
import { noSuchAutoOrder } from './owned-auto-order.ts'
import { showAutoOrders } from './show-auto-orders.ts'

/** Returns the automatic orders of the active account, newest first. */
export async function listAutoOrders(ctx: Ctx): Promise<AutoOrder[]> {
  return showAutoOrders(ctx.db, await listAutoOrderRows(ctx.db, accountOf(ctx).accountId))
}

/** Returns one automatic order of the active account. @throws Refused `not_found` */
export async function readAutoOrder(ctx: Ctx, id: AutoOrderId): Promise<AutoOrder> {
  const row = await findAutoOrder(ctx.db, id)
  if (row === undefined || row.account_id !== accountOf(ctx).accountId) throw noSuchAutoOrder()
  const [view] = await showAutoOrders(ctx.db, [row])
  if (view === undefined) throw new RangeError('one row makes one view')
  return view
}
