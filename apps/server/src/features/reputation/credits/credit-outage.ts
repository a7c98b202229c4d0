import { outageCredit } from '@gridloom/domain/service-credits'
import type { Tx } from '../../../platform/ctx.ts'
import type { InstanceRow } from '../../instances/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import type { Outage } from '../history.ts'
import { oweCredit } from './owe-credit.ts'

/** Credits an outage of the machine of an instance that ran. Its time is not charged either. */
export async function creditOutage(
  ctx: ReputationCtx,
  tx: Tx,
  { row, outage }: { row: InstanceRow; outage: Outage },
): Promise<void> {
  // A reservation is refunded by the day instead: the same minutes are never paid twice.
  if (row.charged_from === null || row.on_demand_micro_usd_per_hour !== null) return
  const credit = outageCredit(outage.seconds, row.running_micro_usd_per_hour)
  if (credit === null) return
  await oweCredit(ctx, tx, {
    ...{ row, reason: 'outage', occasion: outage.from.toISOString(), percent: null },
    ...{ seconds: credit.seconds, micro_usd: credit.microUsd },
  })
}
