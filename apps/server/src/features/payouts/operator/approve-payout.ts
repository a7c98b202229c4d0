import type { PayoutId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { mayBecome } from '@gridloom/domain/payouts/payout-state'
import { operatorOf } from '../../accounts/index.ts'
import { countApprovals, insertApproval } from '../approvals-store.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { noSuchPayout, wrongState } from '../refusals.ts'
import { showToOperator } from './list-every-payout.ts'
import { refuseOwn } from './refuse-own.ts'

/**
 * Approves a payout above the limit; with the approval of a second operator it is sent.
 * @throws Refused `forbidden`, `not_found`, `state_conflict`, `payout_own`, `payout_approved_before`
 */
export async function approvePayout(ctx: PayoutsCtx, id: PayoutId): Promise<OperatorPayout> {
  const { userId } = operatorOf(ctx)
  await ctx.transact(async (tx) => {
    const row = await lockPayout(tx, id)
    if (row === undefined) throw noSuchPayout()
    await refuseOwn(tx, row, userId)
    if (!mayBecome(row.state, 'approved')) throw wrongState(row.state)
    const approval = { payout_id: id, operator_account_id: userId, at: ctx.clock.now() }
    if (!(await insertApproval(tx, approval))) throw new Refused('payout_approved_before')
    if ((await countApprovals(tx, id)) >= row.approvals_needed)
      await updatePayout(tx, id, { state: 'approved' })
  })
  return showToOperator(ctx, id)
}
