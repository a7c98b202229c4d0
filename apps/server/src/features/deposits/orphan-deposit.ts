import type { AccountId, DepositId } from '@gridloom/contract/core/ids'
import { canMove } from '@gridloom/domain/deposits/deposit-states'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import { reverseDeposit } from '../ledger/index.ts'
import { publishNotice } from '../notices/index.ts'
import { depositSource, depositText } from './credit-deposits.ts'
import type { WatchCtx } from './ctx.ts'
import { lockDeposit, updateDeposit } from './deposits-store.ts'
import { publishDeposits } from './publish-deposits.ts'
import type { DepositRow } from './schema.ts'

interface Left {
  id: DepositId
  /** The block that left the chain; a deposit that is in another one by now stays. */
  blockHash: string
}

/** Orphans a deposit whose block left its chain, and takes its credit back: what was spent of it becomes debt. */
export async function orphanDeposit(ctx: WatchCtx, { id, blockHash }: Left): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockDeposit(tx, id)
    if (row === undefined || row.block_hash !== blockHash) return
    if (!canMove(row.state, 'orphaned')) return
    const wasCredited = row.credited_micro_usd !== null
    if (row.credited_micro_usd !== null && row.account_id !== null)
      await takeBack(ctx, tx, { ...row, account_id: row.account_id }, row.credited_micro_usd)
    await updateDeposit(tx, id, {
      ...{ state: 'orphaned', rejection: null, credited_micro_usd: null, credited_at: null },
      reversals: row.reversals + (wasCredited ? 1 : 0),
    })
    await publishDeposits(tx, row.chain_id, [row.account_id])
  })
}

async function takeBack(
  ctx: WatchCtx,
  tx: Tx,
  row: DepositRow & { account_id: AccountId },
  microUsd: number,
): Promise<void> {
  const { id, account_id: accountId, reversals } = row
  const text = `Reversed: ${depositText(ctx, row)}`
  const source = depositSource(row)
  const reversal = await reverseDeposit(ctx, tx, {
    ...{ accountId, microUsd, source, text, key: `chain:${id}:${reversals}` },
  })
  if (reversal === null) return
  ctx.log.error(
    { event: 'deposits.reversed', deposit: id, microUsd, debtMicroUsd: reversal.debtMicroUsd },
    'a credited deposit was reversed',
  )
  const debt =
    reversal.debtMicroUsd === 0
      ? ''
      : ` You have spent ${formatUsdExact(reversal.debtMicroUsd)} of it: your next deposit pays that first, and you cannot order until then.`
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `deposit_reversed:${id}:${reversals}`,
      level: 'warning',
      text: `A deposit of ${formatUsdExact(microUsd)} was reversed, as its block left the chain. If your transaction is included again, it is credited again.${debt}`,
    },
    mail: {
      kind: 'balance_low',
      subject: `A deposit of ${formatUsdExact(microUsd)} was reversed`,
      button: { label: 'View deposits', path: '/account?section=billing&tab=deposits' },
    },
  })
}
