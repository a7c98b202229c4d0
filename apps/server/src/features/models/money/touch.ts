import type { MoneyCtx } from './ctx.ts'
import type { Tab } from './tab.ts'
import { touchTabs } from './tabs-store.ts'

/**
 * Says that this replica stands behind its tabs, and hears which of them another one has closed: nothing more is taken
 * from those.
 */
export async function touch(ctx: MoneyCtx, tabs: readonly Tab[]): Promise<void> {
  const written = tabs.filter((tab) => tab.written)
  if (written.length === 0) return
  const ids = written.map(({ id }) => id)
  const open = await ctx.transact((tx) => touchTabs(tx, ids, ctx.clock.now()))
  for (const tab of written) if (!open.has(tab.id)) tab.lost = true
}
