import type { Ctx } from '../../platform/ctx.ts'
import { forgetOriginsBefore } from './audit-store.ts'

/** Retention of addresses and programs in the audit log, which are there for finding intruders. */
const originKeptMs = 180 * 24 * 60 * 60 * 1_000
const atOnceMax = 5_000

/** Removes addresses and browsers from entries older than 180 days. Scheduled; replicas may run it concurrently. */
export async function forgetOrigins(ctx: Pick<Ctx, 'clock' | 'log' | 'transact'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - originKeptMs)
  for (let forgotten = atOnceMax; forgotten === atOnceMax; ) {
    forgotten = await ctx.transact((tx) => forgetOriginsBefore(tx, { before, most: atOnceMax }))
    ctx.log.debug(
      { event: 'audit.addresses_removed', forgotten },
      'old addresses in the audit log are forgotten',
    )
  }
}
