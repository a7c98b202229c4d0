import type { AutomationSettings } from '@gridloom/contract/instances/automation'
import type { Tx } from '../../../platform/ctx.ts'
import { readInstanceMoney } from '../../ledger/index.ts'
import { takenOf } from '../instance-budget.ts'
import type { InstanceRow } from '../schema.ts'

/**
 * The rules of an instance, for another one that takes its place. Of its budget that is what is left: both together cost
 * no more than was allowed. The row must be locked.
 */
export async function settingsForSuccessor(
  tx: Tx,
  row: InstanceRow,
  now: Date,
): Promise<AutomationSettings> {
  const { budget_micro_usd: budget, stop_at: stopAt } = row
  const money = (await readInstanceMoney(tx.db, [row.id])).get(row.id)
  return {
    budget_micro_usd: budget === null ? null : Math.max(0, budget - takenOf(money)),
    stop_at: stopAt === null || stopAt <= now ? null : stopAt.toISOString(),
    stop_after_s: row.stop_after_s,
    stop_idle: row.stop_idle,
    schedule: row.schedule,
  }
}
