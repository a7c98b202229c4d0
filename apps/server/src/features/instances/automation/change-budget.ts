import type { MicroUsd } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../../platform/ctx.ts'
import { readInstanceMoney, releaseHold } from '../../ledger/index.ts'
import { bookUse } from '../book-use.ts'
import type { InstancesCtx } from '../ctx.ts'
import type { InstanceRow } from '../schema.ts'

/**
 * Prepares an instance for a budget: books its use, and releases the part of its hold that the budget does not cover, so
 * that cost and hold together are within it from now on. What is left of a running instance's hold is its last seconds.
 * @throws Refused `invalid_input` for a budget that it has used up already
 */
export async function fitHoldToBudget(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  budgetMicroUsd: MicroUsd | null,
): Promise<InstanceRow> {
  if (budgetMicroUsd === null) return row
  const booked = await bookUse(ctx, tx, row)
  const charged = (await readInstanceMoney(tx.db, [row.id])).get(row.id)?.chargedMicroUsd ?? 0
  if (budgetMicroUsd < charged) {
    const problem = `must be at least what it has cost so far: ${formatUsdExact(charged)}`
    throw new Refused('invalid_input', { fields: { 'automation.budget_micro_usd': problem } })
  }
  const keepMicroUsd = budgetMicroUsd - charged
  // Named after the request: two changes between two reports are two releases.
  await releaseHold(ctx, tx, { purpose: row.id, keepMicroUsd, key: `budget:${ctx.requestId}` })
  return booked
}
