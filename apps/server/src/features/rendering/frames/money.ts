import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { formatPerHour, formatUsdExact } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { KeySpendCtx } from '../../budgets/index.ts'
import { keepOpen } from '../../companies/index.ts'
import {
  type LedgerCtx,
  type PaidAmount,
  type Payment,
  payFromPlatform,
  payWithinHold,
  placeHold,
  readInstanceMoney,
  releaseHold,
} from '../../ledger/index.ts'
import type { ChunkRow, FrameRow, JobRow } from '../schema.ts'
import {
  addToFrame,
  committedShare,
  forgetCommitted,
  insertCharge,
  readCharge,
  takeCommitted,
} from './charges-store.ts'
import { addToJob, lockJob, updateJob } from './jobs-store.ts'
import { refuseBeyondKeyBudget } from './key-budget.ts'
import { countedMs, type PicturePrice, picturePrice } from './picture-price.ts'

/** The context of holds: the ledger's, and the caller. */
export type MoneyCtx = LedgerCtx & KeySpendCtx & Pick<Ctx, 'actor'>

/**
 * Adjusts the hold of a job to its budget minus its charges: holds more, or releases some. From here on `held = budget
 * − charged`, until {@link releaseRest}. The caller has locked the job.
 * @throws Refused `insufficient_funds`, `key_budget_exceeded`, `forbidden`, `budget_too_small` where the budget is
 * below the amount charged and being rendered
 */
export async function holdBudget(
  ctx: MoneyCtx,
  tx: Tx,
  job: JobRow,
  budgetMicroUsd: MicroUsd,
): Promise<JobRow> {
  const used = job.charged_micro_usd + job.committed_micro_usd
  if (budgetMicroUsd < used) throw budgetTooSmall(budgetMicroUsd, used)
  const held = (await readInstanceMoney(tx.db, [job.id])).get(job.id)?.heldMicroUsd ?? 0
  const wanted = budgetMicroUsd - job.charged_micro_usd
  const key = `${job.hold_number + 1}`
  if (wanted < held) {
    await releaseHold(ctx, tx, { purpose: job.id, keepMicroUsd: wanted, key })
  } else {
    await keepOpen(tx, job.account_id)
    const microUsd = wanted - held
    await refuseBeyondKeyBudget(ctx, tx, { job, microUsd })
    await placeHold(ctx, tx, { accountId: job.account_id, purpose: job.id, microUsd, key })
  }
  const hold_number = job.hold_number + 1
  return updateJob(tx, job.id, { budget_micro_usd: budgetMicroUsd, hold_number })
}

/** Releases the rest of a job's hold, and clears the expected cost of its chunks. The caller has locked the job. */
export async function releaseRest(ctx: LedgerCtx, tx: Tx, job: JobRow): Promise<JobRow> {
  const key = `${job.hold_number + 1}`
  await releaseHold(ctx, tx, { purpose: job.id, keepMicroUsd: 0, key })
  await forgetCommitted(tx, job.id)
  const hold_number = job.hold_number + 1
  return updateJob(tx, job.id, { committed_micro_usd: 0, hold_number })
}

/** A picture that was accepted. */
export interface AcceptedPicture {
  readonly job: JobRow
  /** The frame or part that the picture shows. */
  readonly frame: Pick<FrameRow, 'number' | 'part'>
  readonly chunk: ChunkRow
  readonly renderMs: number
  readonly machineName: string
  readonly providerAccountId: AccountId
  /** `platform`: the first picture of the frame was wrong, so the platform pays for this one. Defaults to `renter`. */
  readonly payer?: 'renter' | 'platform'
}

/**
 * Charges one accepted picture: moves its price from the job's hold to the machine, adds a line to the receipt, and
 * releases the amount committed for it. The price is at most the held amount, and at most the price limit of a frame.
 * Returns the renter's charge; charging the same picture of the same chunk again changes nothing and returns the same.
 * Calls may run concurrently: the job's lock serialises them.
 */
export async function chargeFrame(
  ctx: LedgerCtx,
  tx: Tx,
  accepted: AcceptedPicture,
): Promise<MicroUsd> {
  const { frame, chunk } = accepted
  const job = await lockJob(tx, accepted.job.id)
  const key = `${job.id}:${frame.number}:${frame.part}:${chunk.id}`
  const known = await readCharge(tx.db, key)
  if (known !== undefined) return known
  const price = picturePrice({ job, chunk, renderMs: accepted.renderMs })
  const paid = await payFor(ctx, tx, { accepted, price, key })
  await insertCharge(tx, {
    key,
    job_id: job.id,
    number: frame.number,
    machine_id: chunk.machine_id,
    machine_name: accepted.machineName,
    render_ms: Math.round(accepted.renderMs),
    machine_score: chunk.machine_score,
    reference_ms: price.referenceMs,
    micro_usd_per_reference_hour: chunk.micro_usd_per_reference_hour,
    micro_usd: paid.microUsd,
    transaction_id: paid.transactionId,
    at: ctx.clock.now(),
  })
  await addToFrame(tx, { jobId: job.id, number: frame.number }, paid.microUsd)
  await settleCommitted(tx, chunk, await committedShare(tx.db, chunk.id, frame))
  const referenceMs = countedMs(price, chunk)
  await addToJob(tx, job.id, { chargedMicroUsd: paid.microUsd, referenceMs })
  return paid.microUsd
}

/**
 * Deducts an amount from the expected cost of a chunk and of its job: all of it with `'rest'`, when the chunk has
 * ended. The caller has locked the job.
 */
export async function settleCommitted(
  tx: Tx,
  chunk: Pick<ChunkRow, 'id' | 'job_id'>,
  amount: MicroUsd | 'rest',
): Promise<void> {
  const microUsd = amount === 'rest' ? Number.MAX_SAFE_INTEGER : amount
  const taken = await takeCommitted(tx, chunk.id, microUsd)
  if (chunk.job_id !== null && taken > 0)
    await addToJob(tx, chunk.job_id, { committedMicroUsd: -taken })
}

interface Owed {
  accepted: AcceptedPicture
  price: PicturePrice
  key: string
}

/** Pays the machine. Returns the micro-dollars that the renter paid; 0 if the platform paid. */
async function payFor(ctx: LedgerCtx, tx: Tx, owed: Owed): Promise<PaidAmount> {
  const payment = paymentOf(owed)
  if (owed.accepted.payer !== 'platform') return payWithinHold(ctx, tx, payment)
  if (payment.microUsd > 0) await payFromPlatform(ctx, tx, payment)
  return { microUsd: 0, transactionId: null }
}

function paymentOf({ accepted, price, key }: Owed): Payment {
  const { job, frame, chunk, providerAccountId } = accepted
  const rate = formatPerHour(chunk.micro_usd_per_reference_hour)
  const most = price.isCapped ? ', limited to the maximum price per frame' : ''
  return {
    purpose: job.id,
    machineId: chunk.machine_id,
    providerAccountId,
    microUsd: price.microUsd,
    key,
    text: `Frame ${frame.number}: ${price.referenceMs / 1_000} reference s at ${rate}${most}`,
  }
}

/** Returns the refusal, with the requested and the smallest possible budget as money and in micro-dollars. */
function budgetTooSmall(budget: MicroUsd, used: MicroUsd): Refused {
  return new Refused('budget_too_small', {
    details: {
      budget: formatUsdExact(budget),
      used: formatUsdExact(used),
      budget_micro_usd: budget,
      used_micro_usd: used,
    },
  })
}
