import type { Region } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import { referenceMsOf } from '@gridloom/domain/rendering/frame-price'
import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedPicture, DeliveryOutcome } from '../dispatch/arrived-picture.ts'
import { requeueFrames } from '../dispatch/requeue-frames.ts'
import { lockJob, readJobRow } from '../frames/jobs-store.ts'
import { moveFrame } from '../frames/moves-store.ts'
import type { ExaminedPicture } from '../pictures/pictures.ts'
import type { ChunkRow, Dispute, FrameRow } from '../schema.ts'
import { acceptPart } from './accept-part.ts'
import { assembleFrame } from './assemble-frame.ts'
import { countCheckers } from './count-checkers.ts'
import { decideCheck, regionToCheck } from './decide-check.ts'
import { decidePicture } from './decide-picture.ts'
import { findDispute } from './find-dispute.ts'
import {
  countOthers,
  findPart,
  lockPart,
  noteMalformed,
  readProducer,
  readRejectedProducer,
  updatePart,
} from './frame-parts-store.ts'
import { holdPart } from './hold-part.ts'
import { formatOf, inspectPicture, keepPicture, type StoredPicture } from './inspect-picture.ts'
import { type OrderedCheck, orderCheck } from './order-check.ts'
import { sendBack } from './send-back.ts'
import type { ReviewSubject } from './subject.ts'

/** Handles the picture of a frame, of a part of one, or of a merge. */
export async function receiveFrame(
  ctx: RenderingCtx,
  arrived: ArrivedPicture,
): Promise<DeliveryOutcome> {
  const subject = await readSubject(ctx, arrived)
  if (subject === undefined) return 'not_ours'
  if (subject === 'settled') return 'taken'
  const { job, framePart, chunk } = subject
  const looked = await inspectPicture(ctx, arrived.key, formatOf(job, arrived.part))
  if (looked.kind === 'none')
    return returnForRerender(ctx, subject, { problem: looked.problem, fault: 'malformed' })
  const looks = decidePicture({
    facts: looked.examined.facts,
    expected: expectedOf(subject),
    referenceMs: referenceMsOf(arrived.renderMs, chunk.machine_score),
    known: {
      pictures: job.reference_ms_count,
      meanReferenceMs: job.reference_ms_sum / Math.max(1, job.reference_ms_count),
    },
  })
  if (looks.kind === 'wrong')
    return returnForRerender(ctx, subject, { problem: looks.problem, fault: 'malformed' })
  const doubt = looks.kind === 'doubtful' ? looks.problem : null
  const dispute = await findDispute(ctx, subject, arrived)
  const isCostly = looks.kind === 'good' && looks.isCostly
  const suspicion = { doubt, dispute, isCostly }
  const how = await howToCheck(ctx, subject, suspicion)
  if (how === 'elsewhere' && doubt !== null)
    return returnForRerender(ctx, subject, { problem: doubt, fault: 'doubtful' })
  if (how === 'held' && framePart.part > 0) return giveBackUnchecked(ctx, subject)
  const { examined } = looked
  const check = () => ({ region: regionOf(ctx, subject, examined, suspicion), dispute })
  const kept = await keepPicture(ctx, framePart, examined)
  const settled = await settle(ctx, subject, {
    kept,
    how: how === 'by_machine' ? check() : how === 'held' ? 'held' : 'accepted',
    renderMs: arrived.renderMs,
  })
  if (settled === 'taken' && framePart.part > 0) await assembleFrame(ctx, framePart)
  return settled
}

async function readSubject(
  ctx: RenderingCtx,
  { chunk, part: { key, frame: number } }: ArrivedPicture,
): Promise<ReviewSubject | 'settled' | undefined> {
  const { job_id } = chunk
  if (job_id === null) return undefined
  const framePart = { job_id, number, part: chunk.kind === 'merge' ? 0 : partOf(key) }
  const [job, frame, producer] = [
    await readJobRow(ctx.db, job_id),
    await findPart(ctx.db, framePart),
    await readProducer(ctx.db, chunk.machine_id),
  ]
  if (job === undefined || frame === undefined || producer === undefined) return undefined
  const isSettled = settledStates.has(frame.state)
  if (isSettled && frame.chunk_id === chunk.id) return 'settled'
  if (!isOpenFor(frame, chunk)) return undefined
  return { job, chunk: { ...chunk, job_id }, frame, framePart, producer }
}

/** States in which the frame has its picture, whatever happens next. */
const settledStates: ReadonlySet<FrameRow['state']> = new Set(['checking', 'held', 'done'])

/** Returns the part number of a key such as `frame.part`. */
function partOf(key: string): number {
  return Number(key.split('.')[1] ?? 0)
}

/**
 * Whether a frame still waits for a picture of this chunk. A merged frame has no chunk until its picture has arrived.
 */
function isOpenFor(frame: FrameRow, chunk: ChunkRow): boolean {
  if (chunk.kind === 'merge') return frame.state === 'assembling'
  return frame.state === 'rendering' && frame.chunk_id === chunk.id
}

function expectedOf({ job, frame }: ReviewSubject): { width: number; height: number } {
  return frame.extent?.region ?? pixelsOf(job.settings)
}

/**
 * Requeues the picture's frame. For a file that cannot be the picture (`malformed`), its machine is penalised once
 * another shows that it can be rendered; for a doubtful one it is not.
 */
function returnForRerender(
  ctx: RenderingCtx,
  { chunk, framePart }: ReviewSubject,
  { problem, fault }: { problem: RenderProblem; fault: 'malformed' | 'doubtful' },
): Promise<DeliveryOutcome> {
  return ctx.transact(async (tx) => {
    const back = await sendBack(ctx, tx, { chunk, parts: [framePart], problem })
    if (back === 0) return 'not_ours'
    if (fault === 'malformed' && chunk.kind === 'frames')
      await noteMalformed(tx, framePart, chunk.machine_id)
    return { sentBack: problem }
  })
}

/** Requeues a part that no machine can check, as its owner cannot judge a part either: another machine renders it. */
function giveBackUnchecked(
  ctx: RenderingCtx,
  { chunk, framePart }: ReviewSubject,
): Promise<DeliveryOutcome> {
  return ctx.transact(async (tx) => {
    const back = { chunk, parts: [framePart], failedBy: 'nobody', problem: nobodyAlike } as const
    const returned = await requeueFrames(ctx, tx, back)
    return returned === 0 ? 'not_ours' : { sentBack: nobodyAlike }
  })
}

const nobodyAlike: RenderProblem = {
  code: 'check_failed',
  text: 'No other machine was available to check it.',
}

/** Reasons to check a picture regardless of its machine's trust; a doubtful or disputed one is checked in full. */
interface Suspicion {
  doubt: RenderProblem | null
  dispute: Dispute | null
  isCostly: boolean
}

/**
 * Decides how a picture is checked. `elsewhere`: it is doubtful, no machine can check it, and another machine could
 * render it; only once.
 */
async function howToCheck(
  ctx: RenderingCtx,
  { job, frame, chunk, producer }: ReviewSubject,
  { doubt, dispute, isCostly }: Suspicion,
): Promise<'by_form' | 'by_machine' | 'held' | 'elsewhere'> {
  const isOwn = producer.account_id === job.account_id
  const accused = dispute === null ? undefined : await readRejectedProducer(ctx.db, frame)
  const accountsNot = accused === undefined ? [] : [accused.account_id]
  const checkers = isOwn ? 0 : await countCheckers(ctx.db, { job, producer, chunk, accountsNot })
  const how = decideCheck({
    isOwn,
    isVouched: producer.vouched,
    trust: producer.trust,
    isDoubtful: doubt !== null || dispute !== null,
    isCostly,
    checkers,
    random: ctx.ids.random(),
  })
  const isSecond = doubt !== null && frame.problem?.code === doubt.code
  if (how === 'by_machine' || doubt === null || isOwn || isSecond) return how
  const others = await countOthers(ctx.db, {
    engine: job.settings.engine,
    chosen: job.settings.needs.machine_ids,
    not: [...frame.failed_machines, producer.machine_id],
  })
  return others > 0 ? 'elsewhere' : how
}

function regionOf(
  ctx: Pick<RenderingCtx, 'ids'>,
  { job, frame }: ReviewSubject,
  { facts }: ExaminedPicture,
  { doubt, dispute }: Suspicion,
): Region {
  const picture = frame.extent?.region ?? { x: 0, y: 0, width: facts.width, height: facts.height }
  return regionToCheck({
    picture,
    settings: job.settings,
    isDoubtful: doubt !== null || dispute !== null,
    detail: facts.detail,
    randoms: { cell: ctx.ids.random(), x: ctx.ids.random(), y: ctx.ids.random() },
  })
}

interface Outcome {
  kept: StoredPicture
  /** The check that another machine renders; or accepted by its form; or held, as no machine can check it. */
  how: OrderedCheck | 'accepted' | 'held'
  renderMs: number
}

function settle(
  ctx: RenderingCtx,
  subject: ReviewSubject,
  outcome: Outcome,
): Promise<DeliveryOutcome> {
  const { chunk, framePart, producer } = subject
  const { kept, how, renderMs } = outcome
  return ctx.transact(async (tx) => {
    const job = await lockJob(tx, chunk.job_id)
    const frame = await lockPart(tx, framePart)
    if (frame === undefined || !isOpenFor(frame, chunk)) return 'not_ours'
    const made = {
      ...kept,
      chunk_id: chunk.id,
      machine_id: chunk.machine_id,
      render_ms: Math.round(renderMs),
      reference_ms: referenceMsOf(renderMs, chunk.machine_score),
      changed_at: ctx.clock.now(),
    }
    const isOrdered = typeof how === 'object'
    await (isOrdered ? moveFrame(tx, framePart, 'checking', made) : updatePart(tx, framePart, made))
    if (isOrdered) await orderCheck(ctx, tx, { job, framePart, producer, check: how })
    else if (how === 'held') await holdPart(tx, { job, framePart, chunk, renderMs: made.render_ms })
    else {
      const by = { checked: 'by_form', payer: 'renter' } as const
      await acceptPart(ctx, tx, { job, frame, chunk, producer, renderMs, ...by })
    }
    return 'taken'
  })
}
