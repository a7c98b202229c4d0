import type { PayoutsCtx } from '../ctx.ts'
import { findStripe } from '../find-source.ts'
import type { StripePayoutRow } from '../schema.ts'
import { centsOf, failStripePayout, recordTransfer, waitAgain } from './end-stripe-payout.ts'

/**
 * Ends a payout that is being sent, however often it was begun. Stripe is first asked for a transfer that was made, as it
 * forgets keys of idempotency after a day; while it knows the key, the same question has the same answer. So a transfer
 * whose answer was lost, in a killed process or on the way, is found and not made again.
 * @throws {ConnectFailed} when the result is unknown: to be called again
 */
export async function makeTransfer(
  ctx: PayoutsCtx,
  payout: StripePayoutRow,
): Promise<'ended' | 'not_covered'> {
  const { processor } = findStripe(ctx)
  if (await recordFound(ctx, payout)) return 'ended'
  const answer = await processor.transfer({
    payoutId: payout.id,
    attempt: payout.transfer_attempt,
    to: payout.stripe_account,
    cents: centsOf(payout),
  })
  switch (answer.kind) {
    case 'made':
      await recordTransfer(ctx, answer.transfer)
      return 'ended'
    case 'not_covered':
      await waitAgain(ctx, payout)
      return 'not_covered'
    case 'refused':
      if (await recordFound(ctx, payout)) return 'ended'
      await failStripePayout(ctx, payout, { from: 'sending', reason: answer.reason })
      return 'ended'
  }
}

async function recordFound(ctx: PayoutsCtx, { id }: StripePayoutRow): Promise<boolean> {
  const found = await findStripe(ctx).processor.findTransfer(id)
  if (found === undefined) return false
  await recordTransfer(ctx, { ...found, payoutId: id })
  return true
}
