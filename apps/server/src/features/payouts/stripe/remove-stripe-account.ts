import { Refused } from '@gridloom/contract/errors'
import type { StripeAccount } from '@gridloom/contract/payouts/stripe-account'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { verifiedHolder } from '../../auth/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { stripeAccountRemoved } from './emails/stripe-account-email.ts'
import { stripeAccountOf } from './read-stripe-account.ts'
import { findStripeAccount, updateStripeAccount } from './stripe-accounts-store.ts'

/**
 * Disconnects the caller's account at Stripe: no further payouts go to it. It stays theirs there, with its balance.
 * @throws Refused `not_found`
 */
export async function removeStripeAccount(ctx: PayoutsCtx): Promise<StripeAccount> {
  const accountId = userOf(ctx)
  await ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const row = await findStripeAccount(tx.db, accountId)
    if (row === undefined) throw new Refused('not_found', { details: { what: 'Stripe account' } })
    await updateStripeAccount(tx, row.id, { removed_at: ctx.clock.now() })
    tx.note({ subject: row.id })
    await queueMail(ctx, tx, stripeAccountRemoved(email, ctx))
  })
  return stripeAccountOf(ctx)
}
