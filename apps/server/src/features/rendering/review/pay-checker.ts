import type { MicroUsd } from '@gridloom/contract/core/values'
import { formatPerHour } from '@gridloom/domain/money-format'
import { framePrice, referenceMsOf } from '@gridloom/domain/rendering/frame-price'
import type { Tx } from '../../../platform/ctx.ts'
import { type LedgerCtx, payFromPlatform } from '../../ledger/index.ts'
import type { CheckRow, ChunkRow, JobRow } from '../schema.ts'
import type { Producer } from './frame-parts-store.ts'

/**
 * Pays a machine for a check from the platform's money, as renters pay for their frames only. At most the price of the
 * picture, of which the check rendered a region.
 */
export async function payChecker(
  ctx: LedgerCtx,
  tx: Tx,
  paid: {
    job: JobRow
    check: CheckRow
    chunk: ChunkRow
    checker: Producer
    mostMicroUsd: MicroUsd
  },
): Promise<void> {
  const { job, check, chunk, checker, mostMicroUsd } = paid
  const referenceMs = referenceMsOf(check.render_ms ?? 0, chunk.machine_score)
  const byTime = framePrice(referenceMs, chunk.micro_usd_per_reference_hour)
  const microUsd = Math.min(byTime, mostMicroUsd)
  if (microUsd === 0) return
  const rate = formatPerHour(chunk.micro_usd_per_reference_hour)
  await payFromPlatform(ctx, tx, {
    purpose: job.id,
    machineId: checker.machine_id,
    providerAccountId: checker.account_id,
    microUsd,
    key: `check:${check.id}`,
    text: `Check of a frame: ${referenceMs / 1_000} reference s at ${rate}`,
  })
}
