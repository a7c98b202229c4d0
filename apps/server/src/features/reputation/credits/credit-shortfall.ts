import type { MachineId } from '@gridloom/contract/core/ids'
import { shortfallCredit } from '@gridloom/domain/service-credits'
import type { Tx } from '../../../platform/ctx.ts'
import { listOnMachine, lockInstance } from '../../instances/index.ts'
import { sumCharged } from '../../ledger/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { oweCredit } from './owe-credit.ts'

/** A figure of a machine that was measured again. */
export interface Shortfall {
  machineId: MachineId
  /** By how much it is below the one that was shown. */
  percent: number
  /** Since when that one was shown. */
  shownSince: Date
}

/** Credits the rentals of a machine that were ordered while it showed a higher figure than it has, once each. */
export async function creditShortfall(
  ctx: ReputationCtx,
  tx: Tx,
  { machineId, percent, shownSince }: Shortfall,
): Promise<void> {
  if (shortfallCredit(percent, Number.MAX_SAFE_INTEGER) === null) return
  for (const { id } of await listOnMachine(tx.db, machineId)) {
    const row = await lockInstance(tx, id)
    if (row === undefined || row.charged_from === null || row.created_at < shownSince) continue
    const microUsd = shortfallCredit(percent, await sumCharged(tx.db, id))
    if (microUsd === null) continue
    await oweCredit(ctx, tx, {
      ...{ row, reason: 'below_advertised', occasion: 'once', seconds: null },
      ...{ percent, micro_usd: microUsd },
    })
  }
}
