import type { Ctx } from '../../platform/ctx.ts'
import { deleteAddressesOver } from './addresses-store.ts'
import { deleteLinksOver } from './links-store.ts'
import { deletePortSessionsOver } from './sessions-store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Deletes sign-ins and links a day after their end, and the addresses of instances that were destroyed. */
export async function tidyPorts(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - dayMs)
  await ctx.transact(async (tx) => {
    await deletePortSessionsOver(tx, before)
    await deleteLinksOver(tx, before)
    await deleteAddressesOver(tx, before)
  })
}
