import { budgetWarningPercent } from '@gridloom/contract/core/constants'
import { formatUsd } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import type { InstanceMoney } from '../../ledger/index.ts'
import { publishNotice } from '../../notices/index.ts'
import type { InstancesCtx } from '../ctx.ts'
import { recordInstanceEvents } from '../events/record-instance-events.ts'
import { unbookedOf } from '../instance-view.ts'
import { updateInstance } from '../instances-store.ts'
import type { InstanceRow } from '../schema.ts'

/** Tells the renter once that an instance has used most of its budget; a changed budget begins anew. */
export async function warnOfBudget(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  money: InstanceMoney | undefined,
): Promise<InstanceRow> {
  const { budget_micro_usd: budget, budget_warned_at: warnedAt } = row
  if (budget === null || warnedAt !== null) return row
  const used = (money?.chargedMicroUsd ?? 0) + Math.min(unbookedOf(row), money?.heldMicroUsd ?? 0)
  if (used * 100 < budget * budgetWarningPercent) return row
  const warned = await updateInstance(tx, row.id, { budget_warned_at: ctx.clock.now() })
  await recordInstanceEvents(ctx, tx, { before: row, after: warned })
  await publishNotice(ctx, tx, {
    accountId: row.account_id,
    notice: {
      key: `budget_low:${row.id}:${budget}:${row.generation}`,
      level: 'warning',
      text: `${row.label} has used ${budgetWarningPercent} % of its budget of ${formatUsd(budget)}. It is stopped when the budget is used up, and its disk kept for 48 hours. Raise the budget to keep it running.`,
      instance_id: row.id,
    },
    mail: { kind: 'balance_low', subject: `${row.label} has used most of its budget` },
  })
  return warned
}
