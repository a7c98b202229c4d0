import type { Ctx } from '../ctx.ts'
import type { Scheduled } from '../feature.ts'
import { lastDueAt } from './schedule.ts'
import { claimRun, finishRun } from './scheduled-runs-store.ts'

/** A run that has not ended by then is retried, by any replica. Runs take seconds. */
const leaseMs = 10 * 60_000

/**
 * Does the due scheduled work that no other replica is doing. A run that fails, or whose process dies, is retried after
 * ten minutes.
 */
export async function doDueWork<X extends Ctx>(
  ctx: X,
  scheduled: readonly Scheduled<X>[],
  signal: AbortSignal,
): Promise<void> {
  for (const one of scheduled) {
    if (signal.aborted) return
    await runWhenDue(ctx, one)
  }
}

async function runWhenDue<X extends Ctx>(
  ctx: X,
  { name, schedule, run }: Scheduled<X>,
): Promise<void> {
  const now = ctx.clock.now()
  const lease = { name, token: ctx.ids.secret() }
  const due = { dueAt: lastDueAt(schedule, now), now, leaseMs }
  if (!(await ctx.transact((tx) => claimRun(tx, lease, due)))) return
  try {
    await run(ctx)
  } catch (error) {
    ctx.log.error(
      { event: 'scheduled_work.failed', err: error, work: name },
      'scheduled work failed; it is tried again in ten minutes',
    )
    return
  }
  await ctx.transact((tx) => finishRun(tx, lease, ctx.clock.now()))
}
