import { renderHeldLifeS } from '@gridloom/contract/core/constants'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { findChunk } from '../dispatch/chunks-store.ts'
import { readOpen } from '../dispatch/requeue-store.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { addToJob, lockJob, readJobRow } from '../frames/jobs-store.ts'
import { settleCommitted } from '../frames/money.ts'
import { moveFrame } from '../frames/moves-store.ts'
import { publishFrames, publishJob } from '../frames/publish-job.ts'
import type { FrameRow, JobRow } from '../schema.ts'
import { countCheckers } from './count-checkers.ts'
import { regionToCheck } from './decide-check.ts'
import { type FramePart, findPart, lockPart, readProducer } from './frame-parts-store.ts'
import { type HeldGroup, listHeld, listHeldSince } from './held-store.ts'
import { orderCheck } from './order-check.ts'

/** The limits of one sweep: machines with jobs, and pictures of each of them. */
const groupsAtOnce = 100
const checksAtOnce = 8
const givenUpAtOnce = 100

/**
 * Processes held pictures: orders checks of those that a machine can check now, and gives up those that were not
 * accepted in time. Each sweep continues where the last one ended; otherwise pictures that no machine can check would
 * block the rest forever. Repeating it is safe.
 */
export async function sweepHeld(ctx: RenderingCtx): Promise<void> {
  for (const group of await nextGroups(ctx)) await checkGroup(ctx, group)
  const before = new Date(ctx.clock.now().getTime() - renderHeldLifeS * 1_000)
  for (const framePart of await listHeldSince(ctx.db, before, givenUpAtOnce))
    await ctx.transact((tx) => giveUp(ctx, tx, framePart))
}

async function nextGroups({ db, heldSweep }: RenderingCtx): Promise<HeldGroup[]> {
  const page = { groups: groupsAtOnce, perGroup: checksAtOnce }
  const behind = await listHeld(db, { ...page, after: heldSweep.after })
  const isOver = behind.length === 0 && heldSweep.after !== null
  const groups = isOver ? await listHeld(db, { ...page, after: null }) : behind
  heldSweep.after = groups.at(-1) ?? null
  return groups
}

async function checkGroup(ctx: RenderingCtx, group: HeldGroup): Promise<void> {
  const { job_id, machine_id, machines_not: machinesNot, numbers } = group
  const [first] = numbers
  if (first === undefined) return
  const [job, producer, frame] = [
    await readJobRow(ctx.db, job_id),
    await readProducer(ctx.db, machine_id),
    await findPart(ctx.db, { job_id, number: first, part: 0 }),
  ]
  const chunk = frame?.chunk_id ? await findChunk(ctx.db, frame.chunk_id) : undefined
  if (job === undefined || producer === undefined || chunk === undefined) return
  if ((await countCheckers(ctx.db, { job, producer, chunk, machinesNot })) === 0) return
  for (const number of numbers)
    await ctx.transact(async (tx) => {
      const locked = await lockJob(tx, job_id)
      const framePart = await lockPart(tx, { job_id, number, part: 0 })
      if (framePart?.state !== 'held' || framePart.machine_id !== machine_id) return
      await moveFrame(tx, framePart, 'checking', { held_micro_usd: 0 })
      const region = regionOf(ctx, locked, framePart)
      await orderCheck(ctx, tx, {
        job: locked,
        framePart,
        producer,
        check: { region, dispute: null },
      })
    })
}

/** The detail map of a held picture is not stored: each region is equally likely to be checked. */
const anywhere: readonly number[] = [1]

function regionOf({ ids }: Pick<RenderingCtx, 'ids'>, job: JobRow, frame: FrameRow) {
  return regionToCheck({
    picture: frame.extent?.region ?? { x: 0, y: 0, ...pixelsOf(job.settings) },
    settings: job.settings,
    isDoubtful: false,
    detail: anywhere,
    randoms: { cell: 0, x: ids.random(), y: ids.random() },
  })
}

const notAccepted: RenderProblem = {
  code: 'not_accepted',
  text: 'No machine could check the picture, and it was not accepted in time. You were not charged for it.',
}

async function giveUp(ctx: RenderingCtx, tx: Tx, named: FramePart): Promise<void> {
  const job = await lockJob(tx, named.job_id)
  const frame = await lockPart(tx, named)
  if (frame?.state !== 'held' || frame.chunk_id === null) return
  const chunk = await findChunk(tx.db, frame.chunk_id)
  if (chunk !== undefined) await settleCommitted(tx, chunk, (await readOpen(tx, chunk.id)).perPart)
  await moveFrame(tx, frame, 'failed', {
    chunk_id: null,
    held_micro_usd: 0,
    problem: JSON.stringify(notAccepted),
    changed_at: ctx.clock.now(),
  })
  const counted = await addToJob(tx, job.id, { failed: 1 })
  await publishFrames(tx, counted, [frame.number])
  await publishJob(tx, counted)
  await finishJobIfDone(ctx, tx, counted)
}
