import { repeat } from '@gridloom/async/repeat'
import type { Ctx } from '../ctx.ts'
import { recordAlive, recordOutage } from './record-alive.ts'

/** How often a replica records that it runs. */
const aliveEveryMs = 5_000

/** Records that this replica runs, for as long as it does; after writes that failed, also the outage that they were. */
export function watchAlive(
  ctx: Pick<Ctx, 'clock' | 'transact' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let failed = false
  return repeat({
    clock: ctx.clock,
    everyMs: aliveEveryMs,
    signal,
    work: async () => {
      await (failed ? recordOutage(ctx) : recordAlive(ctx))
      failed = false
    },
    failed: (error) => {
      failed = true
      ctx.log.warn(
        { event: 'alive.record_failed', err: error },
        'the time when this replica last ran could not be recorded',
      )
    },
  })
}
