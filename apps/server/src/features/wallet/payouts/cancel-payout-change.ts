import { Refused } from '@gridloom/contract/errors'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { verifiedHolder } from '../../auth/index.ts'
import { contactsOf, lockActiveAccount } from '../../companies/index.ts'
import type { WalletCtx } from '../ctx.ts'
import { payoutCancelledEmail } from './emails/payout-cancelled.ts'
import { cancelPayout, selectPayouts } from './payout-addresses-store.ts'
import { viewPayoutAddresses } from './read-payout-address.ts'

/** Cancels a change of the active account's payout address that has not taken effect. @throws Refused `not_found`, `forbidden` */
export async function cancelPayoutChange(ctx: WalletCtx): Promise<PayoutAddresses> {
  return ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const now = ctx.clock.now()
    const { pending } = await selectPayouts(tx.db, accountId, now)
    if (pending === undefined || !(await cancelPayout(tx, pending.id, now)))
      throw new Refused('not_found', { details: { what: 'change' } })
    const url = `${ctx.publicUrl}/account?section=billing&tab=payouts`
    const { emails, company } = await contactsOf(tx.db, accountId, 'pay_out')
    const about = { address: pending.address, company, url }
    for (const to of emails) await queueMail(ctx, tx, payoutCancelledEmail(to, about))
    return viewPayoutAddresses(ctx, tx.db, accountId)
  })
}
