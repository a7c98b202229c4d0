import type { Ctx } from '../../platform/ctx.ts'
import { deleteSpentAnswers } from './captcha-store.ts'
import { deleteSessionsOver } from './sessions-store.ts'

/** Deletes sessions past their seven days and captcha answers past their ten minutes. Runs by schedule. */
export async function sweepIdentity(ctx: Pick<Ctx, 'clock' | 'log' | 'transact'>): Promise<void> {
  const now = ctx.clock.now()
  const gone = await ctx.transact(async (tx) => ({
    sessions: await deleteSessionsOver(tx, now),
    answers: await deleteSpentAnswers(tx, now),
  }))
  ctx.log.debug(gone, 'identity swept')
}
