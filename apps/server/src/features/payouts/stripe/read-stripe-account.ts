import type { AccountId } from '@gridloom/contract/core/ids'
import type { StripeAccount } from '@gridloom/contract/payouts/stripe-account'
import { activeAccountFor } from '../../companies/index.ts'
import { ConnectFailed } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { refreshAccount } from './apply-account.ts'
import { findStripeAccount } from './stripe-accounts-store.ts'

/** The user returns from Stripe's page to one that calls this: soon enough for them, and few enough calls for Stripe. */
const askAgainMs = 3_000

/**
 * The account at Stripe that payouts of the active account go to. Until it is ready, Stripe is asked again: what the browser
 * says of a visit there counts for nothing. @throws Refused `forbidden`
 */
export async function readStripeAccount(ctx: PayoutsCtx): Promise<StripeAccount> {
  const accountId = await activeAccountFor(ctx, 'pay_out')
  const row = await findStripeAccount(ctx.db, accountId)
  if (ctx.payoutSetup.stripe === null || row === undefined || row.stripe_id === null)
    return stripeAccountOf(ctx, accountId)
  const { stripe_id } = row
  const sinceMs = ctx.clock.now().getTime() - row.checked_at.getTime()
  if (row.state !== 'ready' && sinceMs >= askAgainMs)
    try {
      await refreshAccount(ctx, { ...row, stripe_id })
    } catch (err) {
      if (!(err instanceof ConnectFailed)) throw err
      // @NOTE shown as it was: the page asks again
      ctx.log.warn({ event: 'payout.stripe_failed', err }, 'Stripe did not say how an account is')
    }
  return stripeAccountOf(ctx, accountId)
}

/** As it is known here. */
export async function stripeAccountOf(
  ctx: PayoutsCtx,
  accountId: AccountId,
): Promise<StripeAccount> {
  const { stripe } = ctx.payoutSetup
  const row = await findStripeAccount(ctx.db, accountId)
  return {
    account:
      row === undefined
        ? null
        : {
            country: row.country,
            state: row.state,
            disabled_reason: row.disabled_reason,
            effective_at: row.effective_at?.toISOString() ?? null,
          },
    countries: [...(stripe?.countries ?? [])],
  }
}
