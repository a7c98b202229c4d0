import type { WalletId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { PayoutAddresses } from '@gridloom/contract/wallet/payout-address'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { lockWallet, verifiedHolder } from '../../auth/index.ts'
import { contactsOf, lockActiveAccount } from '../../companies/index.ts'
import type { WalletCtx } from '../ctx.ts'
import { payoutChangedEmail } from './emails/payout-changed.ts'
import { cancelPayout, insertPayout, selectPayouts } from './payout-addresses-store.ts'
import { viewPayoutAddresses } from './read-payout-address.ts'

const hourMs = 60 * 60_000

/**
 * Chooses the address that payouts of the active account go to, of a wallet that the caller has linked, after the
 * operator's wait (24 hours by default); a change that waits is replaced. The wait and the emails let its owner stop a
 * change that somebody else made in a session.
 * @throws Refused `not_found`, `email_unverified`, `forbidden`
 */
export async function changePayoutAddress(
  ctx: WalletCtx,
  walletId: WalletId,
): Promise<PayoutAddresses> {
  const userId = userOf(ctx)
  return ctx.transact(async (tx) => {
    await verifiedHolder(tx, userId)
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const wallet = await lockWallet(tx, userId, walletId)
    if (wallet === undefined) throw new Refused('not_found', { details: { what: 'wallet' } })
    const now = ctx.clock.now()
    const { pending } = await selectPayouts(tx.db, accountId, now)
    if (pending !== undefined) await cancelPayout(tx, pending.id, now)
    // Without a wait, a millisecond later: the table orders changes by it.
    const waitMs = Math.max(1, ctx.payoutWaitHours * hourMs)
    const effectiveAt = new Date(now.getTime() + waitMs)
    const id = ctx.ids.mint('payoutAddress')
    const change = { id, account_id: accountId, wallet_id: walletId, address: wallet.address }
    await insertPayout(tx, { ...change, requested_at: now, effective_at: effectiveAt })
    tx.note({ subject: walletId })
    const url = `${ctx.publicUrl}/account?section=billing&tab=payouts`
    const { emails, company } = await contactsOf(tx.db, accountId, 'pay_out')
    const about = { address: wallet.address, effectiveAt, company, url }
    for (const to of emails) await queueMail(ctx, tx, payoutChangedEmail(to, about))
    return viewPayoutAddresses(ctx, tx.db, accountId)
  })
}
