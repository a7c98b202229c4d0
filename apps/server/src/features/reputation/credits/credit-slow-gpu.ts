import type { InstanceId } from '@gridloom/contract/core/ids'
import { creditTerms } from '@gridloom/contract/ledger/service-credit'
import { slowGpuCredit } from '@gridloom/domain/service-credits'
import type { Tx } from '../../../platform/ctx.ts'
import { lockInstance } from '../../instances/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { oweCredit } from './owe-credit.ts'

/** A GPU of a rental that was measured again. */
export interface SlowGpu {
  instanceId: InstanceId
  /** By how much it is below the figure that its offer showed. */
  percent: number
  /** Since when the offer showed that one. */
  shownSince: Date
}

/**
 * Credits a rental that was ordered while its offer showed a higher figure than its GPU has, once: the missing share of
 * each charge, from the first one on.
 */
export async function creditSlowGpu(
  ctx: ReputationCtx,
  tx: Tx,
  { instanceId, percent, shownSince }: SlowGpu,
): Promise<void> {
  if (percent <= creditTerms.slowGpu.fromPercent) return
  const row = await lockInstance(tx, instanceId)
  if (row === undefined || row.created_at < shownSince) return
  const microUsd = slowGpuCredit(percent, row.running_micro_usd_per_hour)
  if (microUsd === null) return
  await oweCredit(ctx, tx, {
    ...{ row, reason: 'slow_gpu', occasion: 'once', seconds: null },
    ...{ percent, micro_usd: microUsd },
  })
}
