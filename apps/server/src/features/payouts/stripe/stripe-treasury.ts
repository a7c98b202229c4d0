import type { Treasury } from '@gridloom/contract/payouts/treasury'
import { microUsdPerCent } from '@gridloom/domain/payouts/payout-fee'
import { ConnectFailed } from '../connect/connect-processor.ts'
import type { PayoutsCtx, StripePayouts } from '../ctx.ts'
import { stripeWait } from './stripe-sender-store.ts'

/** What the platform can transfer at Stripe, read there now, and what waits for it. `null`: it is not configured. */
export async function stripeTreasury(
  ctx: PayoutsCtx,
  inProgress: number,
): Promise<Treasury['stripe']> {
  const { stripe } = ctx.payoutSetup
  if (stripe === null) return null
  const available = await availableAt(stripe)
  return {
    available_micro_usd: available,
    in_progress_micro_usd: inProgress,
    covered: available !== null && available >= inProgress,
    waits_for: await stripeWait(ctx.db),
  }
}

async function availableAt({ processor }: StripePayouts): Promise<number | null> {
  try {
    return (await processor.readAvailable()) * microUsdPerCent
  } catch (error) {
    // @NOTE shown as unknown
    if (error instanceof ConnectFailed) return null
    throw error
  }
}
