import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderReceipt, RenderReceiptLine } from '@gridloom/contract/rendering/receipt'
import { isJobUnderWay } from '@gridloom/domain/rendering/job-states'
import type { Ctx } from '../../../platform/ctx.ts'
import { readInstanceMoney, sumCharged } from '../../ledger/index.ts'
import { listCharges, sumCharges } from '../frames/charges-store.ts'
import { lockOwnedJob } from '../frames/owned-job.ts'
import type { ChargeRow, JobRow } from '../schema.ts'
import { showJob } from './show-jobs.ts'

interface PageAsked {
  page: number
  page_size: number
}

/** Returns the charges of a job, picture by picture, and the ledger's sum. @throws Refused `not_found` */
export async function readReceipt(
  ctx: Ctx,
  id: RenderJobId,
  asked: PageAsked,
): Promise<RenderReceipt> {
  return ctx.transact(async (tx) =>
    receiptOf({ ...ctx, db: tx.db }, await lockOwnedJob(ctx, tx, id), asked),
  )
}

/** Reads under the job's lock, which every charge takes, so that lines and sums agree. */
async function receiptOf(
  ctx: Ctx,
  row: JobRow,
  { page, page_size: limit }: PageAsked,
): Promise<RenderReceipt> {
  const { id } = row
  const lines = await listCharges(ctx.db, { jobId: id, limit, offset: (page - 1) * limit })
  const sums = await sumCharges(ctx.db, id)
  const held = (await readInstanceMoney(ctx.db, [id])).get(id)?.heldMicroUsd ?? 0
  return {
    job: await showJob(ctx, row),
    lines: lines.map(receiptLineOf),
    lines_total: sums.lines,
    total_micro_usd: await sumCharged(ctx.db, id),
    reference_s: sums.referenceMs / 1_000,
    final: !isJobUnderWay(row.state) && row.started_at !== null && held === 0,
  }
}

/** Returns a charge as a line of the receipt. */
export function receiptLineOf(row: ChargeRow): RenderReceiptLine {
  return {
    frame: row.number,
    machine_name: row.machine_name,
    render_s: row.render_ms / 1_000,
    machine_score: row.machine_score,
    reference_s: row.reference_ms / 1_000,
    micro_usd_per_reference_hour: row.micro_usd_per_reference_hour,
    micro_usd: row.micro_usd,
    transaction_id: row.transaction_id ?? '',
    at: row.at.toISOString(),
  }
}
