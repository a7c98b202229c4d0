import type { ConnectEvent } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findStripe } from '../find-source.ts'
import { refreshAccount } from './apply-account.ts'
import { recordTransfer } from './end-stripe-payout.ts'
import { findByStripeId } from './stripe-accounts-store.ts'
import { noteEvent, wasHandled } from './stripe-events-store.ts'

/**
 * Handles a verified event once. An event only says what to read again, so that events may arrive late, twice and in any
 * order; accounts that are not ours are ignored.
 * @throws {ConnectFailed} when Stripe did not answer; it sends the event again
 */
export async function takeStripeEvent(ctx: PayoutsCtx, { id, about }: ConnectEvent): Promise<void> {
  if (about.kind === 'other' || (await wasHandled(ctx.db, id))) return
  if (about.kind === 'account') {
    const account = await findByStripeId(ctx.db, about.account)
    if (account === undefined) return
    await refreshAccount(ctx, account)
  } else {
    const transfer = await findStripe(ctx).processor.readTransfer(about.id)
    if (transfer !== 'gone') await recordTransfer(ctx, transfer)
  }
  await ctx.transact((tx) => noteEvent(tx, id, ctx.clock.now()))
}
