import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { DeliveryOutcome } from '../dispatch/arrived-picture.ts'
import { findChunk } from '../dispatch/chunks-store.ts'
import { stopChunk } from '../dispatch/stop-chunk.ts'
import { lockJob } from '../frames/jobs-store.ts'
import { picturePrice } from '../frames/picture-price.ts'
import { publishFrames, publishWork } from '../frames/publish-job.ts'
import type { PictureDifference } from '../pictures/pictures.ts'
import type { CheckRow, ChunkRow, FrameRow, JobRow } from '../schema.ts'
import { acceptPart } from './accept-part.ts'
import { adjustScore } from './adjust-score.ts'
import { adjustTrust } from './adjust-trust.ts'
import {
  closeMoot,
  findFirstVote,
  insertCheck,
  lockOpenCheck,
  updateCheck,
} from './checks-store.ts'
import { comparabilityKeyOf } from './comparability-key.ts'
import { decideVotes, isSamePicture, type Verdict } from './decide-votes.ts'
import {
  countComparable,
  lockPart,
  type Producer,
  readProducer,
  readRejectedProducer,
} from './frame-parts-store.ts'
import { payChecker } from './pay-checker.ts'
import { sendBack } from './send-back.ts'

/** The result of a comparison. */
export interface Comparison {
  /** The chunk in which the other machine rendered it. */
  chunk: ChunkRow
  difference: PictureDifference
  /** Whether its viewable pictures are stored. */
  hasCrops: boolean
  /** Whether its picture agrees with that of the first vote; `null`: it is the first. */
  agree: boolean | null
  /** The hash of the picture that was compared. */
  sha256: string
  renderMs: number
}

/** Decides, under the lock of the job, what a comparison means for the picture and the machines. */
export async function settleCheck(
  ctx: RenderingCtx,
  comparison: Comparison,
): Promise<DeliveryOutcome> {
  const { chunk } = comparison
  const { job_id } = chunk
  if (job_id === null) return 'not_ours'
  const settled = await ctx.transact(async (tx) => {
    const job = await lockJob(tx, job_id)
    const open = await lockOpenCheck(tx, chunk.id)
    if (open === undefined) return undefined
    const check = await noteVote(ctx, tx, open, comparison)
    const frame = await lockPart(tx, check)
    const made = frame === undefined ? undefined : await readMade(tx, check, frame)
    if (frame === undefined || made === undefined || frame.sha256 !== comparison.sha256) {
      await updateCheck(tx, check.id, { outcome: 'undecided' })
      return { stop: null }
    }
    const settling = { job, check, frame, made, checkChunk: chunk }
    const verdict = await verdictOf(tx, settling, comparison)
    await carryOut[verdict](ctx, tx, settling)
    return { stop: verdict === 'caught' ? made.chunk.id : null }
  })
  if (settled === undefined) return 'not_ours'
  if (settled.stop !== null) await stopChunk(ctx, settled.stop, 'now')
  return 'taken'
}

/** The checked picture: its chunk and its producer. */
interface Made {
  chunk: ChunkRow & { job_id: RenderJobId }
  producer: Producer
}

export interface CheckSettlement {
  job: JobRow
  check: CheckRow
  frame: FrameRow
  made: Made
  /** The chunk that rendered the check; `null` if no machine could. */
  checkChunk: ChunkRow | null
}

/** Returns the checked picture; `undefined` if it is no longer being compared. */
export async function readMade(
  tx: Tx,
  check: CheckRow,
  frame: FrameRow,
): Promise<Made | undefined> {
  const isDoubted = frame.state === 'checking' && frame.machine_id === check.machine_id
  if (!isDoubted || frame.chunk_id === null) return undefined
  const chunk = await findChunk(tx.db, frame.chunk_id)
  const producer = await readProducer(tx.db, check.machine_id)
  if (chunk === undefined || chunk.job_id === null || producer === undefined) return undefined
  return { chunk: { ...chunk, job_id: chunk.job_id }, producer }
}

async function noteVote(
  ctx: RenderingCtx,
  tx: Tx,
  check: CheckRow,
  { difference, hasCrops, renderMs }: Comparison,
): Promise<CheckRow> {
  const noted = {
    outcome: isSamePicture(difference) ? 'same' : 'different',
    psnr_db: difference.psnrDb,
    differing_percent: difference.differingPercent,
    has_crops: hasCrops,
    render_ms: Math.round(renderMs),
    decided_at: ctx.clock.now(),
  } as const
  await updateCheck(tx, check.id, noted)
  return { ...check, ...noted }
}

async function verdictOf(
  tx: Tx,
  { job, check, frame, made }: CheckSettlement,
  { chunk, difference, agree }: Comparison,
): Promise<Verdict> {
  const vote = isSamePicture(difference) ? 'same' : 'different'
  if (check.vote === 2)
    return decideVotes({ first: 'different', second: vote, agree, thirdAvailable: false })
  const comparabilityKey = comparabilityKeyOf(made.chunk, made.producer.capability)
  const checker = await readProducer(tx.db, chunk.machine_id)
  const accountsNot = [job.account_id, made.producer.account_id]
  const accused = check.dispute === null ? undefined : await readRejectedProducer(tx.db, frame)
  for (const party of [checker, accused])
    if (party !== undefined) accountsNot.push(party.account_id)
  const asked = { accountsNot, which: 'established' } as const
  const third =
    comparabilityKey === null ? 0 : await countComparable(tx.db, { comparabilityKey, ...asked })
  return decideVotes({ first: vote, second: null, agree: null, thirdAvailable: third > 0 })
}

/** The action for each verdict. */
export const carryOut = {
  async accepted(ctx, tx, settling) {
    const { job, check, frame, made, checkChunk } = settling
    await accept(ctx, tx, settling, 'by_machine')
    await adjustTrust(ctx, tx, { machine: made.producer, event: 'confirmed', occasion: check.id })
    await adjustScore(tx, { job, frame, producer: made.producer })
    if (checkChunk !== null) await thank(ctx, tx, settling, { check, chunk: checkChunk })
  },
  async ask_third(ctx, tx, { job, check }) {
    await insertCheck(tx, {
      id: ctx.ids.mint('renderCheck'),
      job_id: check.job_id,
      number: check.number,
      part: check.part,
      machine_id: check.machine_id,
      region: JSON.stringify(check.region),
      dispute: check.dispute === null ? null : JSON.stringify(check.dispute),
      vote: 2,
      outcome: 'pending',
      created_at: ctx.clock.now(),
    })
    await publishFrames(tx, job, [check.number])
    await publishWork(tx)
  },
  async caught(ctx, tx, settling) {
    const { check, made } = settling
    await sendBack(ctx, tx, { chunk: made.chunk, problem: differs })
    await closeMoot(tx, check.job_id, ctx.clock.now())
    await adjustTrust(ctx, tx, { machine: made.producer, event: 'caught', occasion: check.id })
    for (const vote of await votesOf(tx, settling)) await thank(ctx, tx, settling, vote)
  },
  async checker_caught(ctx, tx, settling) {
    const { job, check, frame, made, checkChunk } = settling
    await accept(ctx, tx, settling, 'by_machine')
    await adjustTrust(ctx, tx, { machine: made.producer, event: 'confirmed', occasion: check.id })
    await adjustScore(tx, { job, frame, producer: made.producer })
    const first = await findFirstVote(tx.db, check)
    const liar = first?.checker_machine_id
      ? await readProducer(tx.db, first.checker_machine_id)
      : undefined
    if (liar !== undefined)
      await adjustTrust(ctx, tx, { machine: liar, event: 'caught', occasion: check.id })
    if (checkChunk !== null) await thank(ctx, tx, settling, { check, chunk: checkChunk })
  },
  async undecided(ctx, tx, settling) {
    const { check, made } = settling
    const first = await findFirstVote(tx.db, check)
    for (const { id } of [check, ...(first === undefined ? [] : [first])])
      await updateCheck(tx, id, { outcome: 'undecided', decided_at: ctx.clock.now() })
    const parts = [{ job_id: check.job_id, number: check.number, part: check.part }]
    await sendBack(ctx, tx, { chunk: made.chunk, parts, problem: unsaid })
  },
} as const satisfies Record<Verdict, CarryOut>

type CarryOut = (ctx: RenderingCtx, tx: Tx, settling: CheckSettlement) => Promise<void>

const differs: RenderProblem = {
  code: 'check_failed',
  text: 'Two other machines rendered a different, matching picture.',
}
const unsaid: RenderProblem = {
  code: 'check_failed',
  text: 'Another machine rendered a different picture, and no third machine could decide.',
}

/** Accepts a picture. */
export async function accept(
  ctx: RenderingCtx,
  tx: Tx,
  { job, check, frame, made }: CheckSettlement,
  checked: 'by_machine' | 'by_form',
): Promise<void> {
  const renderMs = frame.render_ms ?? 0
  const isDisputeUpheld = checked === 'by_machine' && check.dispute !== null
  const payer = isDisputeUpheld ? 'platform' : 'renter'
  await acceptPart(ctx, tx, { job, frame, ...made, renderMs, checked, payer })
  if (isDisputeUpheld) await convictRejected(ctx, tx, { check, frame })
}

/**
 * Penalises the producer of the rejected picture: two machines of other owners agree against it. The producer sees the
 * evidence.
 */
async function convictRejected(
  ctx: RenderingCtx,
  tx: Tx,
  { check, frame }: Pick<CheckSettlement, 'check' | 'frame'>,
): Promise<void> {
  const { dispute } = check
  const machine = await readRejectedProducer(tx.db, frame)
  if (dispute === null || machine === undefined) return
  const at = ctx.clock.now()
  await insertCheck(tx, {
    id: dispute.evidence_id,
    job_id: check.job_id,
    number: check.number,
    part: check.part,
    machine_id: machine.machine_id,
    region: JSON.stringify(check.region),
    outcome: 'different',
    psnr_db: dispute.psnrDb,
    differing_percent: dispute.differingPercent,
    has_crops: true,
    created_at: at,
    decided_at: at,
  })
  const occasion = dispute.evidence_id
  await adjustTrust(ctx, tx, { machine, event: 'caught', occasion, cause: 'dispute' })
}

interface Vote {
  check: CheckRow
  chunk: ChunkRow
}

/** Returns both votes against a picture. */
async function votesOf(tx: Tx, { check, checkChunk }: CheckSettlement): Promise<Vote[]> {
  const first = await findFirstVote(tx.db, check)
  const chunk = first?.chunk_id ? await findChunk(tx.db, first.chunk_id) : undefined
  const earlier = first !== undefined && chunk !== undefined ? [{ check: first, chunk }] : []
  return checkChunk === null ? earlier : [...earlier, { check, chunk: checkChunk }]
}

/** Pays a machine for a check that was right, from the platform's money, and raises its trust a little. */
async function thank(
  ctx: RenderingCtx,
  tx: Tx,
  settling: CheckSettlement,
  vote: Vote,
): Promise<void> {
  const { job, frame, made } = settling
  const { check, chunk } = vote
  const checker = await readProducer(tx.db, chunk.machine_id)
  if (checker === undefined) return
  const priced = { job, chunk: made.chunk, renderMs: frame.render_ms ?? 0 }
  const { microUsd: mostMicroUsd } = picturePrice(priced)
  await payChecker(ctx, tx, { job, check, chunk, checker, mostMicroUsd })
  await adjustTrust(ctx, tx, { machine: checker, event: 'judged_correctly', occasion: check.id })
}
