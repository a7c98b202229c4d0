import type { PayoutId } from '@gridloom/contract/core/ids'
import type { OperatorPayout, PayoutResolution } from '@gridloom/contract/payouts/treasury'
import { operatorOf } from '../../accounts/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { lockPayout } from '../payouts-store.ts'
import { noSuchPayout, wrongState } from '../refusals.ts'
import { isToWallet } from '../schema.ts'
import { bookConfirmed, bookFailed } from '../sender/end-payout.ts'
import { showToOperator } from './list-every-payout.ts'
import { refuseOwn } from './refuse-own.ts'

/**
 * Ends a payout of which the chain does not tell whether it was paid, by what an operator found there. Those whose
 * transaction is on its way stay with the chain.
 * @throws Refused `forbidden`, `not_found`, `state_conflict`, `payout_own`
 */
export async function resolvePayout(
  ctx: PayoutsCtx,
  { id, resolution }: { id: PayoutId; resolution: PayoutResolution },
): Promise<OperatorPayout> {
  const { userId } = operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, id)
    if (row === undefined) throw noSuchPayout()
    await refuseOwn(tx, row, userId)
    const isSent = row.state === 'signed' || row.state === 'broadcast'
    if (!isToWallet(row) || !isSent || row.unresolved === null) throw wrongState(row.state)
    if (resolution.outcome === 'paid') await bookConfirmed(ctx, tx, row, resolution.tx_hash)
    else await bookFailed(ctx, tx, row, { reason: resolution.reason, hash: row.tx_hash })
  })
  return showToOperator(ctx, id)
}
