import type { PayoutId } from '@gridloom/contract/core/ids'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { mayBecome } from '@gridloom/domain/payouts/payout-state'
import { operatorOf } from '../../accounts/index.ts'
import { returnPayout } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { queuePayoutEmail } from '../emails/queue-payout-email.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { noSuchPayout, wrongState } from '../refusals.ts'
import { showToOperator } from './list-every-payout.ts'
import { refuseOwn } from './refuse-own.ts'

/**
 * Rejects a payout that is not signed or in a file yet; its money returns, and the user is told why.
 * @throws Refused `forbidden`, `not_found`, `state_conflict`, `payout_own`
 */
export async function rejectPayout(
  ctx: PayoutsCtx,
  { id, reason }: { id: PayoutId; reason: string },
): Promise<OperatorPayout> {
  const { userId } = operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, id)
    if (row === undefined) throw noSuchPayout()
    await refuseOwn(tx, row, userId)
    if (!mayBecome(row.state, 'rejected')) throw wrongState(row.state)
    const change = { state: 'rejected', reason, ended_at: ctx.clock.now() } as const
    await updatePayout(tx, id, change)
    await returnPayout(ctx, tx, { payoutId: id, accountId: row.account_id })
    await queuePayoutEmail(ctx, tx, { ...row, ...change })
  })
  return showToOperator(ctx, id)
}
