import type { PayoutId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { OperatorPayout } from '@gridloom/contract/payouts/treasury'
import { mayBecome } from '@gridloom/domain/payouts/payout-state'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { operatorOf } from '../../accounts/index.ts'
import { returnPayout } from '../../ledger/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { payoutEmail } from '../emails/payout-email.ts'
import { mailAddressOf } from '../mail-address-store.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import { noSuchPayout, wrongState } from '../refusals.ts'
import { showToOperator } from './list-every-payout.ts'

/**
 * Rejects a payout that is not signed yet; its money returns, and the user is told why.
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
    if (row.account_id === userId) throw new Refused('payout_own')
    if (!mayBecome(row.state, 'rejected')) throw wrongState(row.state)
    const change = { state: 'rejected', reason, ended_at: ctx.clock.now() } as const
    await updatePayout(tx, id, change)
    await returnPayout(ctx, tx, { payoutId: id, accountId: row.account_id })
    const to = await mailAddressOf(tx, row.account_id)
    const chain = ctx.payoutSetup.sources.find((one) => one.chainId === row.chain_id)?.rpc.chain
    if (to === undefined || chain === undefined) return
    const about = { row: { ...row, ...change }, chain, publicUrl: ctx.publicUrl }
    await queueMail(ctx, tx, payoutEmail(to, about))
  })
  return showToOperator(ctx, id)
}
