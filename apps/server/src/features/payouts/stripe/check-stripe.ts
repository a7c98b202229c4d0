import { ConnectFailed } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { findStripe } from '../find-source.ts'
import { refreshAccount } from './apply-account.ts'
import { recordTransfer } from './end-stripe-payout.ts'
import { listUnchecked } from './stripe-accounts-store.ts'
import { deleteEventsBefore } from './stripe-events-store.ts'
import { listPaid } from './stripe-payouts-store.ts'

const dayMs = 86_400_000
/** Stripe repeats events for three days. */
const eventsKeptMs = 30 * dayMs
/** A transfer that is older is not looked at again by itself; an event about it still is. */
const reversalMs = 30 * dayMs
const atOnce = 100

/** Asks Stripe what no event told: accounts that changed, and transfers that were reversed. Safe to repeat. */
export async function checkStripe(ctx: PayoutsCtx): Promise<void> {
  if (ctx.payoutSetup.stripe === null) return
  const now = ctx.clock.now().getTime()
  await ctx.transact((tx) => deleteEventsBefore(tx, new Date(now - eventsKeptMs)))
  try {
    for (const account of await listUnchecked(ctx.db, new Date(now - dayMs), atOnce))
      await unlessUnknown(ctx, () => refreshAccount(ctx, account))
    if (new Date(now).getUTCHours() === 0) await checkPaid(ctx, new Date(now - reversalMs))
  } catch (err) {
    if (!(err instanceof ConnectFailed)) throw err
    // @NOTE the next hour is early enough
    ctx.log.warn({ event: 'payout.stripe_lost', err }, 'Stripe did not answer')
  }
}

async function checkPaid(ctx: PayoutsCtx, since: Date): Promise<void> {
  const { processor } = findStripe(ctx)
  let after = ''
  for (;;) {
    const paid = await listPaid(ctx.db, { since, after, most: atOnce })
    for (const { transfer_id } of paid)
      await unlessUnknown(ctx, async () => {
        const transfer = await processor.readTransfer(transfer_id)
        if (transfer !== 'gone') await recordTransfer(ctx, transfer)
      })
    const last = paid.at(-1)
    if (last === undefined || paid.length < atOnce) return
    after = last.id
  }
}

/** One that Stripe has no answer for does not hold up the others. */
async function unlessUnknown(ctx: PayoutsCtx, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (err) {
    if (!(err instanceof ConnectFailed) || err.stops === 'all') throw err
    // @NOTE asked again with the next check
    ctx.log.warn({ event: 'payout.stripe_failed', err }, 'Stripe did not say how something is')
  }
}
