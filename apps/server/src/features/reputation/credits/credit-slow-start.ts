import { slowStartCredit } from '@gridloom/domain/service-credits'
import type { Tx } from '../../../platform/ctx.ts'
import type { InstanceRow, PastEvent } from '../../instances/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { lastStart } from '../history.ts'
import { oweCredit } from './owe-credit.ts'

/**
 * Credits a start that took longer than promised. The disk of a snapshot is unpacked within its first start: how long
 * that takes depends on its size, and it has no promise.
 */
export async function creditSlowStart(
  ctx: ReputationCtx,
  tx: Tx,
  { row, history }: { row: InstanceRow; history: readonly PastEvent[] },
): Promise<void> {
  const start = lastStart(history)
  if (start === null) return
  const isFirst = history.filter(({ kind }) => kind === 'started').length === 1
  if (isFirst && row.snapshot_id !== null) return
  const credit = slowStartCredit(start.seconds, row.running_micro_usd_per_hour)
  if (credit === null) return
  await oweCredit(ctx, tx, {
    ...{ row, reason: 'slow_start', occasion: start.at.toISOString(), percent: null },
    ...{ seconds: credit.seconds, micro_usd: credit.microUsd },
  })
}
