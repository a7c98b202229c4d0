import type { Allowance } from './allowance.ts'
import { touchAllowances } from './allowances-store.ts'
import type { MoneyCtx } from './ctx.ts'

/**
 * Touches the allowances of this replica, and marks those that another replica has closed as lost: nothing more is
 * reserved from them.
 */
export async function touchOpen(ctx: MoneyCtx, allowances: readonly Allowance[]): Promise<void> {
  const written = allowances.filter((allowance) => allowance.written)
  if (written.length === 0) return
  const ids = written.map(({ id }) => id)
  const open = await ctx.transact((tx) => touchAllowances(tx, ids, ctx.clock.now()))
  for (const allowance of written) if (!open.has(allowance.id)) allowance.lost = true
}
