import type { RenderingCtx } from '../ctx.ts'
import { lockJob } from '../jobs/jobs-store.ts'
import { assembleFrame } from './assemble-frame.ts'
import {
  closeMoot,
  listWaitingChecks,
  lockCheck,
  updateCheck,
  type WaitingCheck,
} from './checks-store.ts'
import { likenessOf } from './likeness.ts'
import { countAlike, listWhole, lockPiece } from './pieces-store.ts'
import { accept, carryOut, readMade } from './settle-check.ts'

const sweptAtOnce = 100
/** A check waits so long for a machine that could do it, and may only be gone for a moment. */
const patienceMs = 60_000

/**
 * Mends what nobody comes back to: tiles that were all there when a replica stopped, checks that no machine can do any
 * more, and checks of pictures that are not compared any more. What is swept twice changes once.
 */
export async function sweepVerification(ctx: RenderingCtx): Promise<void> {
  for (const whole of await listWhole(ctx.db, 'tiles', sweptAtOnce)) await assembleFrame(ctx, whole)
  const before = ctx.clock.now().getTime() - patienceMs
  for (const check of await listWaitingChecks(ctx.db, sweptAtOnce)) {
    if (check.created_at.getTime() > before) continue
    await settleAlone(ctx, check).catch((error: unknown) =>
      // @NOTE the others must not wait for it; it is looked at again.
      ctx.log.error({ err: error, check: check.id }, 'a check could not be settled'),
    )
  }
}

/** A check that nobody can do: by its form alone the picture stands, unless a first machine spoke against it. */
function settleAlone(ctx: RenderingCtx, waiting: WaitingCheck): Promise<void> {
  return ctx.transact(async (tx) => {
    const job = await lockJob(tx, waiting.job_id)
    const check = await lockCheck(tx, waiting.id)
    if (check?.outcome !== 'pending' || check.chunk_id !== waiting.chunk_id) return
    const frame = await lockPiece(tx, check)
    const made = frame === undefined ? undefined : await readMade(tx, check, frame)
    if (frame === undefined || made === undefined) {
      await closeMoot(tx, job.id, ctx.clock.now())
      return
    }
    const likeness = likenessOf(made.chunk, made.maker.capability)
    const { accounts_not: accountsNot, machines_not: machinesNot } = waiting
    const able =
      likeness === null ? 0 : await countAlike(tx.db, { likeness, accountsNot, machinesNot })
    if (able > 0) return
    const settling = { job, check, frame, made, checkChunk: null }
    if (check.vote === 2) return carryOut.undecided(ctx, tx, settling)
    await updateCheck(tx, check.id, { outcome: 'undecided', decided_at: ctx.clock.now() })
    await accept(ctx, tx, settling, 'by_form')
  })
}
