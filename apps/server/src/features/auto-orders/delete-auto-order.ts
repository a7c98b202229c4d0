import type { AutoOrderId } from '@gridloom/contract/core/ids'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { deleteAutoOrderRow } from './auto-orders-store.ts'
import { noSuchAutoOrder } from './owned-auto-order.ts'
import { publishAutoOrder } from './publish-auto-order.ts'

/** Deletes an automatic order; an order that it places at this moment is placed first. @throws Refused `not_found` */
export async function deleteAutoOrder(ctx: Ctx, id: AutoOrderId): Promise<void> {
  const { accountId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    if (!(await deleteAutoOrderRow(tx, accountId, id))) throw noSuchAutoOrder()
    await publishAutoOrder(tx, { account_id: accountId, id })
  })
}
