import type { PayoutId } from '@gridloom/contract/core/ids'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { operatorOf } from '../../accounts/index.ts'
import { returnPayout, reversePayout } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { queuePayoutEmail } from '../emails/queue-payout-email.ts'
import { showToOperator } from '../operator/list-every-payout.ts'
import { refuseOwn } from '../operator/refuse-own.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { noSuchPayout, wrongState } from '../refusals.ts'
import { isToBank } from '../schema.ts'
import { payerOf } from './files-store.ts'

/**
 * Records that the bank returned or refused a payout of a file, also one that counted as paid. All of it returns to the
 * earnings, the fee too, and the user is told why.
 * @throws Refused `forbidden`, `not_found`, `state_conflict`, `payout_own`
 */
export async function returnBankPayout(
  ctx: PayoutsCtx,
  { id, reason }: { id: PayoutId; reason: string },
): Promise<OperatorPayout> {
  const { userId } = operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, id)
    if (row === undefined) throw noSuchPayout()
    await refuseOwn(tx, row, userId)
    const isWithBank = row.state === 'in_file' || row.state === 'confirmed'
    if (!isToBank(row) || !isWithBank || row.file_number === null) throw wrongState(row.state)
    const change = { state: 'failed', reason, ended_at: ctx.clock.now() } as const
    await updatePayout(tx, id, change)
    if (row.state === 'confirmed')
      await reversePayout(ctx, tx, {
        payoutId: id,
        accountId: row.account_id,
        microUsd: row.micro_usd,
        feeMicroUsd: row.fee_micro_usd,
        source: `bank:${await payerOf(tx.db, row.file_number)}`,
        text: `Payout to ${maskIban(row.iban)} was returned`,
      })
    await returnPayout(ctx, tx, { payoutId: id, accountId: row.account_id })
    await queuePayoutEmail(ctx, tx, { ...row, ...change })
  })
  return showToOperator(ctx, id)
}
