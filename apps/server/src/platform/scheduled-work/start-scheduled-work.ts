import { repeat } from '@gridloom/async/repeat'
import type { Ctx } from '../ctx.ts'
import type { Scheduled } from '../feature.ts'
import { doDueWork } from './do-due-work.ts'
import { addScheduledWork } from './scheduled-runs-store.ts'

/** A schedule is never finer than a minute. */
const lookEveryMs = 60_000

/** The loop that does scheduled work on this replica. */
export interface ScheduledWork extends AsyncDisposable {
  /** Whether scheduled work runs: false after the stop, and while the schedule cannot be read. */
  running(): boolean
}

/**
 * Runs scheduled work by the server's clock, each run once over all replicas. New work waits for its next due time; a
 * run missed during a restart is caught up. Disposing it waits for the run in progress.
 */
export async function startScheduledWork<X extends Ctx>(
  ctx: X,
  scheduled: readonly Scheduled<X>[],
): Promise<ScheduledWork> {
  const names = scheduled.map(({ name }) => name)
  await ctx.transact((tx) => addScheduledWork(tx, names, ctx.clock.now()))
  const stop = new AbortController()
  const { signal } = stop
  let isReadable = true
  const loop = repeat({
    clock: ctx.clock,
    everyMs: lookEveryMs,
    signal,
    async work() {
      await doDueWork(ctx, scheduled, signal)
      isReadable = true
    },
    failed(error) {
      isReadable = false
      ctx.log.error(
        { event: 'scheduled_work.read_failed', err: error },
        'the schedule could not be read; it is read again in a minute',
      )
    },
  })
  return {
    running: () => isReadable && !signal.aborted,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await loop
    },
  }
}
