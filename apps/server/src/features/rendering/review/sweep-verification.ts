import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { requeueFrames } from '../dispatch/requeue-frames.ts'
import { lockJob } from '../frames/jobs-store.ts'
import type { JobRow } from '../schema.ts'
import { assembleFrame } from './assemble-frame.ts'
import {
  closeMoot,
  listWaitingChecks,
  lockCheck,
  updateCheck,
  type WaitingCheck,
} from './checks-store.ts'
import { comparabilityKeyOf } from './comparability-key.ts'
import { countCheckers } from './count-checkers.ts'
import { countComparable, listWhole, lockPart } from './frame-parts-store.ts'
import { holdPart } from './hold-part.ts'
import { accept, type CheckSettlement, carryOut, readMade } from './settle-check.ts'
import { sweepCanaries } from './sweep-canaries.ts'
import { sweepHeld } from './sweep-held.ts'

const sweptAtOnce = 100
/** The longest that a check waits for a suitable machine, which may be offline for a short time only. */
const patienceMs = 60_000

/**
 * Repairs what no event completes: tiles that were all done when a replica stopped, checks that no machine can render
 * any more, checks of pictures that are no longer compared, canaries without a referee, and held pictures. Repeating it
 * is safe.
 */
export async function sweepVerification(ctx: RenderingCtx): Promise<void> {
  for (const whole of await listWhole(ctx.db, 'tiles', sweptAtOnce)) await assembleFrame(ctx, whole)
  const before = ctx.clock.now().getTime() - patienceMs
  for (const check of await listWaitingChecks(ctx.db, sweptAtOnce)) {
    if (check.created_at.getTime() > before) continue
    await settleAlone(ctx, check).catch((error: unknown) =>
      // @NOTE the others must not wait for it; the next sweep retries it.
      ctx.log.error(
        { event: 'check.settlement_failed', err: error, check: check.id },
        'a check could not be settled',
      ),
    )
  }
  await sweepCanaries(ctx)
  await sweepHeld(ctx)
}

/**
 * Settles a check that no machine can render, unless a first vote was against the picture. A picture of a vouched
 * machine is accepted by its form; any other is held, and a part is requeued for a machine that can be checked.
 */
function settleAlone(ctx: RenderingCtx, waiting: WaitingCheck): Promise<void> {
  return ctx.transact(async (tx) => {
    const job = await lockJob(tx, waiting.job_id)
    const check = await lockCheck(tx, waiting.id)
    if (check?.outcome !== 'pending' || check.chunk_id !== waiting.chunk_id) return
    const frame = await lockPart(tx, check)
    const made = frame === undefined ? undefined : await readMade(tx, check, frame)
    if (frame === undefined || made === undefined) {
      await closeMoot(tx, job.id, ctx.clock.now())
      return
    }
    if ((await countAble(tx, { waiting, job, made })) > 0) return
    const settling = { job, check, frame, made, checkChunk: null }
    if (check.vote === 2) return carryOut.undecided(ctx, tx, settling)
    await updateCheck(tx, check.id, { outcome: 'undecided', decided_at: ctx.clock.now() })
    await settleUnchecked(ctx, tx, settling)
  })
}

interface Waiting {
  waiting: WaitingCheck
  job: JobRow
  made: CheckSettlement['made']
}

/** Counts the machines that could vote; only established ones count for a second vote. */
function countAble(tx: Tx, { waiting, job, made }: Waiting): Promise<number> {
  const { accounts_not: accountsNot, machines_not: machinesNot, vote } = waiting
  const { chunk, producer } = made
  if (vote === 1) return countCheckers(tx.db, { job, producer, chunk, accountsNot, machinesNot })
  const comparabilityKey = comparabilityKeyOf(chunk, producer.capability)
  if (comparabilityKey === null) return Promise.resolve(0)
  return countComparable(tx.db, {
    comparabilityKey,
    accountsNot,
    machinesNot,
    which: 'established',
  })
}

async function settleUnchecked(
  ctx: RenderingCtx,
  tx: Tx,
  settling: CheckSettlement,
): Promise<void> {
  const { job, check, frame, made } = settling
  if (made.producer.vouched) return accept(ctx, tx, settling, 'by_form')
  const framePart = { job_id: job.id, number: check.number, part: check.part }
  if (framePart.part === 0) {
    const renderMs = frame.render_ms ?? 0
    return holdPart(tx, { job, framePart, chunk: made.chunk, renderMs })
  }
  const back = { chunk: made.chunk, parts: [framePart], from: ['checking'], problem: null } as const
  await requeueFrames(ctx, tx, { ...back, failedBy: 'nobody' })
}
