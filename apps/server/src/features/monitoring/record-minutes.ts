import type { Ctx } from '../../platform/ctx.ts'
import { deleteMinutesBefore, insertMinutes, minuteIsRecorded } from './minutes-store.ts'

const minuteMs = 60_000
/** An hour is shown; the others wait for their roll-up, which may be late. */
const keptMs = 3 * 60 * minuteMs

/** Records a sample of each machine once a minute. Run it every few seconds, on any number of replicas. */
export async function recordMinutes(ctx: Ctx): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const minute = new Date(nowMs - (nowMs % minuteMs))
  if (await minuteIsRecorded(ctx.db, minute)) return
  await ctx.transact(async (tx) => {
    await insertMinutes(tx, minute)
    await deleteMinutesBefore(tx, new Date(nowMs - keptMs))
  })
}
