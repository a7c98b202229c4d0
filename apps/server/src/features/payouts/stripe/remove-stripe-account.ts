import { Refused } from '@gridloom/contract/errors'
import type { StripeAccount } from '@gridloom/contract/payouts/stripe-account'
import { userOf } from '../../../platform/ctx.ts'
import { verifiedHolder } from '../../auth/index.ts'
import { lockActiveAccount } from '../../companies/index.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { mailContacts } from '../emails/mail-contacts.ts'
import { stripeAccountRemoved } from './emails/stripe-account-email.ts'
import { stripeAccountOf } from './read-stripe-account.ts'
import { findStripeAccount, updateStripeAccount } from './stripe-accounts-store.ts'

/**
 * Disconnects the active account's account at Stripe: no further payouts go to it. It stays theirs there, with its balance.
 * @throws Refused `not_found`, `forbidden`
 */
export async function removeStripeAccount(ctx: PayoutsCtx): Promise<StripeAccount> {
  const accountId = await ctx.transact(async (tx) => {
    await verifiedHolder(tx, userOf(ctx))
    const accountId = await lockActiveAccount(ctx, tx, 'pay_out')
    const row = await findStripeAccount(tx.db, accountId)
    if (row === undefined) throw new Refused('not_found', { details: { what: 'Stripe account' } })
    await updateStripeAccount(tx, row.id, { removed_at: ctx.clock.now() })
    tx.note({ subject: row.id })
    await mailContacts(ctx, tx, accountId, (to, company) =>
      stripeAccountRemoved(to, { publicUrl: ctx.publicUrl, company }),
    )
    return accountId
  })
  return stripeAccountOf(ctx, accountId)
}
