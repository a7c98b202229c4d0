import type { Ctx } from '../../platform/ctx.ts'
import { refreshHourlyFacts } from '../market/index.ts'
import { hourIsRecorded, insertHours } from './heartbeats-store.ts'

/** Records, once an hour, how long each machine was online. Run it every few seconds, on any number of replicas. */
export async function recordOnlineHours(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  if (await hourIsRecorded(ctx.db, now)) return
  await ctx.transact((tx) => insertHours(tx, now))
  // Apart, so that orders wait for the offers that it locks for a short time only.
  await ctx.transact((tx) => refreshHourlyFacts(tx, now))
}
