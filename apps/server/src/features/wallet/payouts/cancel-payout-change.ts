import { Refused } from '@gridloom/contract/errors'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { verifiedHolder } from '../../auth/index.ts'
import type { WalletCtx } from '../ctx.ts'
import { payoutCancelledEmail } from './emails/payout-cancelled.ts'
import { cancelPayout, selectPayouts } from './payout-addresses-store.ts'
import { viewPayoutAddresses } from './read-payout-address.ts'

/** Cancels a change of the caller's payout address that has not taken effect. @throws Refused `not_found` */
export async function cancelPayoutChange(ctx: WalletCtx): Promise<PayoutAddresses> {
  const accountId = userOf(ctx)
  return ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const now = ctx.clock.now()
    const { pending } = await selectPayouts(tx.db, accountId, now)
    if (pending === undefined || !(await cancelPayout(tx, pending.id, now)))
      throw new Refused('not_found', { details: { what: 'change' } })
    const url = `${ctx.publicUrl}/account?section=billing&tab=payouts`
    await queueMail(ctx, tx, payoutCancelledEmail(email, { address: pending.address, url }))
    return viewPayoutAddresses(ctx, tx.db, accountId)
  })
}
