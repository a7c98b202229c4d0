import type { InstanceId } from '@gridloom/contract/ids'
import type { Receipt, ReceiptLine } from '@gridloom/contract/instances'
import type { Ctx } from '../../platform/ctx.ts'
import { readInstanceMoney, readReceiptLines, sumCharged } from '../ledger/index.ts'
import { unbookedS } from './book-use.ts'
import { ownedInstance } from './owned-instance.ts'
import { showInstance } from './show-instances.ts'

/** What an instance cost, interval by interval, and the ledger's own sum beside it. @throws Refused `not_found` */
export async function readReceipt(ctx: Ctx, id: InstanceId): Promise<Receipt> {
  const row = await ownedInstance(ctx, id)
  const [instance, lines, total, money] = await Promise.all([
    showInstance(ctx, row),
    readReceiptLines(ctx.db, id),
    sumCharged(ctx.db, id),
    readInstanceMoney(ctx.db, [id]),
  ])
  const settled = unbookedS(row) === 0 && (money.get(id)?.heldMicroUsd ?? 0) === 0
  return {
    instance,
    lines,
    total_micro_usd: total,
    running_s: secondsOf(lines, 'running'),
    stopped_s: secondsOf(lines, 'stopped_disk'),
    final: row.state === 'destroyed' && settled,
  }
}

function secondsOf(lines: readonly ReceiptLine[], kind: ReceiptLine['kind']): number {
  return lines.reduce((sum, line) => (line.kind === kind ? sum + line.seconds : sum), 0)
}
