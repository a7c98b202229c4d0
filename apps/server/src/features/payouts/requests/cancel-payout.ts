import type { PayoutId } from '@gridloom/contract/core/ids'
import type { Payout } from '@gridloom/contract/payouts/payout'
import { mayBecome } from '@gridloom/domain/payouts/payout-state'
import { lockActiveAccount } from '../../companies/index.ts'
import { returnPayout } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { noSuchPayout, wrongState } from '../refusals.ts'
import { showPayout } from '../show-payout.ts'

/** Cancels a payout of the active account that waits for approval. @throws Refused `not_found`, `forbidden`, `state_conflict` */
export async function cancelPayout(ctx: PayoutsCtx, id: PayoutId): Promise<Payout> {
  await ctx.transact(async (tx) => {
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const row = await lockPayout(tx, id)
    if (row?.account_id !== accountId) throw noSuchPayout()
    if (!mayBecome(row.state, 'cancelled')) throw wrongState(row.state)
    await updatePayout(tx, id, { state: 'cancelled', ended_at: ctx.clock.now() })
    await returnPayout(ctx, tx, { payoutId: id, accountId })
  })
  return showPayout(ctx, id)
}
