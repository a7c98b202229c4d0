import { pause } from '@gridloom/async/pause'
import type { BackupRun } from '@gridloom/contract/backups/backup'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'

const lookEveryMs = 1_000

/** Waits until a run has ended, with its progress. @throws FailedError unless it succeeded */
export async function untilEnded(ctx: Ctx, begun: BackupRun): Promise<BackupRun> {
  for (;;) {
    const params = { id: begun.plan_id }
    const runs = await ctx.client.backups.runs({ params, signal: ctx.signal })
    const run = runs.find(({ id }) => id === begun.id)
    if (run === undefined) throw new FailedError('The run is gone.')
    if (run.state === 'succeeded') return run
    if (run.ended_at !== null) {
      const why = run.failure ?? run.state
      throw new FailedError(
        `It ended as ${run.state} (${why}).${run.message === null ? '' : `\n${run.message}`}`,
      )
    }
    ctx.output.progress(run.percent === null ? run.state : `${run.state}, ${run.percent} %`)
    await pause(ctx.host.clock, lookEveryMs, ctx.signal)
  }
}
