import type { Ctx } from '../../platform/ctx.ts'
import { hourIsRecorded, recordHours } from './pulses-store.ts'

/** Notes, once an hour, how long each machine was heard. To be run every few seconds; any number of replicas may. */
export async function noteHours(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  if (await hourIsRecorded(ctx.db, now)) return
  await ctx.transact((tx) => recordHours(tx, now))
}
