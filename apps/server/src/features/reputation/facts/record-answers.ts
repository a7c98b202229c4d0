import { evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import { sumAnswersOfMachines } from '../../models/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { recordFact } from '../evidence/record-fact.ts'

const dayMs = 86_400_000
/** Fewer calls in a day are no fact. */
const callsMin = 20

/** Records, once a day, the share of yesterday's calls to the models of each machine that it answered. */
export async function recordAnswers(ctx: ReputationCtx): Promise<void> {
  const today = ctx.clock.now().toISOString().slice(0, 10)
  const to = new Date(`${today}T00:00:00.000Z`)
  const from = new Date(to.getTime() - dayMs)
  const at = new Date(to.getTime() - 1)
  for (const { machineId, answered, failed } of await sumAnswersOfMachines(ctx.db, { from, to })) {
    const calls = answered + failed
    if (calls < callsMin) continue
    const value = Math.round((evidenceValueMax * answered) / calls)
    const source = from.toISOString().slice(0, 10)
    const cause = value < 500 ? 'answers_failed' : null
    await ctx.transact((tx) =>
      recordFact(ctx, tx, { machineId, kind: 'model_check', source, at, value, cause }),
    )
  }
}
