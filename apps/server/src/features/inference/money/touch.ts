import type { MoneyCtx } from './ctx.ts'
import type { Tab } from './tab.ts'
import { touchTabs } from './tabs-store.ts'

/**
 * Says that this replica stands behind its tabs, and hears which of them another one has closed: nothing more is taken
 * from those.
 */
export async function touch(ctx: MoneyCtx, replica: string, tabs: readonly Tab[]): Promise<void> {
  // Those that were written before we asked: one that is written meanwhile may be missing from what we hear.
  const written = tabs.filter((tab) => tab.written)
  if (written.length === 0) return
  const open = await ctx.transact((tx) => touchTabs(tx, replica, ctx.clock.now()))
  for (const tab of written) if (!open.has(tab.id)) tab.lost = true
}
