import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { contactsOf } from '../../companies/index.ts'
import { payoutRemovedEmail } from './emails/payout-removed.ts'
import { endPayoutsTo, selectMemberPayouts } from './payout-addresses-store.ts'

/** Ends payouts of a company to wallets of a user who is no longer its member, and tells its owners and admins. */
export async function endMemberPayouts(
  ctx: Ctx,
  tx: Tx,
  { companyId, userId }: { companyId: AccountId; userId: AccountId },
): Promise<void> {
  const ended = await selectMemberPayouts(tx.db, companyId, userId)
  for (const { wallet_id: walletId, address } of ended) {
    await endPayoutsTo(tx, { walletId, accountId: companyId }, ctx.clock.now())
    const { emails, company } = await contactsOf(tx.db, companyId, 'pay_out')
    if (company === null) continue
    for (const to of emails) await queueMail(ctx, tx, payoutRemovedEmail(to, { address, company }))
  }
}
