import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { admit } from './admit.ts'
import { type ComparedCanary, countReferees, listShown, lockShown } from './canary-store.ts'
import { scores } from './decide-canary.ts'

/** The longest wait for another machine's picture of a canary. */
const comparedWithinMs = 10 * 60_000

/**
 * Admits machines whose canary no other machine can render, or none did in time, with at most the usual score: their
 * pictures are compared, or their pay is held, all the same (docs/decisions/0097). Repeating it is safe.
 */
export async function sweepCanaries(ctx: RenderingCtx): Promise<void> {
  for (const one of await listShown(ctx.db)) if (await waitsInVain(ctx, one)) await take(ctx, one)
}

async function waitsInVain(
  { db, clock }: Pick<RenderingCtx, 'db' | 'clock'>,
  { account_id, canary: { at, work, failed_by: failedBy, votes } }: ComparedCanary,
): Promise<boolean> {
  if (clock.now().getTime() - Date.parse(at) >= comparedWithinMs) return true
  const accountsNot = [account_id, ...votes.map((vote) => vote.account_id)]
  return (await countReferees(db, { accountsNot, samples: work.samples, failedBy })) === 0
}

async function take(ctx: RenderingCtx, { machine_id, canary }: ComparedCanary): Promise<void> {
  const isAdmitted = await ctx.transact(async (tx) => {
    const machine = await lockShown(tx, { machineId: machine_id, seed: canary.work.seed })
    if (machine === undefined) return false
    await admit(tx, { machine, score: Math.min(scores.unseen, canary.score) })
    return true
  })
  if (isAdmitted) await ctx.files.remove(fileKeys.canary(machine_id))
}
