import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'
import type { Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import {
  readInstanceMoney,
  readServiceCredits,
  selectReceiptLines,
  sumCharged,
} from '../ledger/index.ts'
import { unbookedS } from './book-use.ts'
import { lockOwnedInstance } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'
import { showInstance } from './show-instances.ts'

/**
 * Returns the receipt of an instance, interval by interval or in sums, with the ledger's own sum beside it.
 * @throws Refused `not_found`
 */
export async function readInstanceReceipt(ctx: Ctx, id: InstanceId): Promise<Receipt> {
  return ctx.transact(async (tx) =>
    receiptOf({ ...ctx, db: tx.db }, await lockOwnedInstance(ctx, tx, id)),
  )
}

/** Reads under the row's lock, without which nothing is booked: lines and sum are of the same time. */
async function receiptOf(ctx: Ctx, row: InstanceRow): Promise<Receipt> {
  const { id } = row
  const instance = await showInstance(ctx, row)
  const { per, lines } = await selectReceiptLines(ctx.db, id)
  const total = await sumCharged(ctx.db, id)
  const credits = await readServiceCredits(ctx.db, id)
  return {
    instance,
    lines,
    lines_per: per,
    total_micro_usd: total,
    credits,
    credited_micro_usd: credits.reduce((sum, credit) => sum + credit.paid_micro_usd, 0),
    running_s: secondsOf(lines, 'running'),
    stopped_s: secondsOf(lines, 'stopped_disk'),
    final: await isSettled(ctx.db, row),
  }
}

/** Whether nothing more can be charged for an instance, and all of it is booked. */
export async function isSettled(db: Db, row: InstanceRow): Promise<boolean> {
  if (!isOver(row) || unbookedS(row) > 0) return false
  const money = await readInstanceMoney(db, [row.id])
  return (money.get(row.id)?.heldMicroUsd ?? 0) === 0
}

/** Whether it is destroyed, or its destruction is overdue: reports of its machine are not charged any more. */
function isOver({ state, desired, stop_overdue_at: overdueAt }: InstanceRow): boolean {
  return state === 'destroyed' || (desired === 'destroyed' && overdueAt !== null)
}

function secondsOf(lines: readonly ReceiptLine[], kind: ReceiptLine['kind']): number {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.seconds : sum), 0)
}
