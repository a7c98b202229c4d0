import type { AutoOrder } from '@gridloom/contract/auto-orders/auto-order'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds an automatic order by its name or id. */
export async function findAutoOrder(ctx: Ctx, wanted: string): Promise<AutoOrder> {
  const all = await ctx.client.autoOrders.list({ signal: ctx.signal })
  return chooseOne(all, wanted, 'automatic order')
}
