import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { ConnectFailed } from '../connect/connect-processor.ts'
import type { PayoutsCtx, StripePayouts } from '../ctx.ts'
import { lockPayout } from '../payouts-store.ts'
import type { StripePayoutRow } from '../schema.ts'
import { refreshAccount } from './apply-account.ts'
import { centsOf, failStripePayout } from './end-stripe-payout.ts'
import { makeTransfer } from './make-transfer.ts'
import { findByStripeId } from './stripe-accounts-store.ts'
import { listSending, markSending, nextApproved, sumOfDay } from './stripe-payouts-store.ts'
import { claimStripe, holdStripe, type PassEnd, releaseStripe } from './stripe-sender-store.ts'

/** A replica that dies gives Stripe back by it. */
const leaseMs = 120_000
/** After this, a pass begins nothing more: what it has begun ends before its lease. */
const passMs = 45_000
const sendingMax = 100
/** Before the balance and the limit of the day are looked at again. */
const waitMs = 30_000

/** What one pass works with. */
interface Pass {
  readonly stripe: StripePayouts
  readonly lease: string
  readonly endsAt: Date
}

/** Does what is due of payouts by Stripe: one replica at a time. No transaction waits for the network. */
export async function sendByStripe(ctx: PayoutsCtx): Promise<void> {
  const { stripe } = ctx.payoutSetup
  if (stripe === null) return
  const lease = ctx.ids.secret()
  const now = ctx.clock.now()
  if (!(await ctx.transact((tx) => claimStripe(tx, lease, { now, leaseMs })))) return
  const end = await workThrough(ctx, { stripe, lease, endsAt: new Date(now.getTime() + passMs) })
  await ctx.transact((tx) => releaseStripe(tx, lease, end))
}

async function workThrough(ctx: PayoutsCtx, pass: Pass): Promise<PassEnd> {
  try {
    for (const payout of await listSending(ctx.db, sendingMax)) {
      if (ctx.clock.now() > pass.endsAt) break
      await finish(ctx, payout)
    }
    while (ctx.clock.now() <= pass.endsAt) {
      const step = await sendNext(ctx, pass)
      if (step === 'none') break
      if (step !== 'done') return { waitsFor: step, retryAt: later(ctx, waitMs) }
    }
    return { waitsFor: null, retryAt: null }
  } catch (err) {
    if (!(err instanceof ConnectFailed)) throw err
    ctx.log.warn({ event: 'payout.stripe_lost', err }, 'Stripe did not answer')
    return { waitsFor: 'stripe_down', retryAt: later(ctx, err.retryAfterMs) }
  }
}

function later({ clock }: PayoutsCtx, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

/** Asks again for a transfer whose end is unknown. One that Stripe cannot answer for does not hold up the others. */
async function finish(ctx: PayoutsCtx, payout: StripePayoutRow): Promise<void> {
  try {
    await makeTransfer(ctx, payout)
  } catch (err) {
    if (!(err instanceof ConnectFailed) || err.stops === 'all') throw err
    // @NOTE it stays as it is, and has its turn again
    const about = { err, payoutId: payout.id }
    const text = 'Stripe did not say whether it made a transfer'
    ctx.log.warn({ event: 'payout.transfer_unanswered', ...about }, text)
  }
}

/** Sends the oldest approved payout. `none`: there is none; otherwise why it waits. */
async function sendNext(ctx: PayoutsCtx, pass: Pass): Promise<'done' | 'none' | PayoutWait> {
  const now = ctx.clock.now()
  const payout = await nextApproved(ctx.db, now)
  if (payout === undefined) return 'none'
  const account = await findByStripeId(ctx.db, payout.stripe_account)
  if (account === undefined) return 'none'
  const { state, effective_at } = await refreshAccount(ctx, account)
  if (state !== 'ready') {
    const reason = 'Stripe cannot pay your Stripe account: look at what it asks for'
    await failStripePayout(ctx, payout, { from: 'approved', reason })
    return 'done'
  }
  // Its bank account was changed there since: the payout has its turn when that has waited.
  if (effective_at === null || effective_at > now) return 'done'
  if ((await pass.stripe.processor.readAvailable()) < centsOf(payout)) return 'not_covered'
  const ofDay = await sumOfDay(ctx.db, now)
  if (ofDay + payout.micro_usd > pass.stripe.dailyCapMicroUsd) return 'daily_cap'
  const marked = await mark(ctx, payout, pass)
  if (marked === undefined) return 'none'
  return (await makeTransfer(ctx, marked)) === 'ended' ? 'done' : 'not_covered'
}

/** Stores that Stripe is going to be asked. `undefined`: another replica has claimed it, or the payout was decided on. */
function mark(
  ctx: PayoutsCtx,
  payout: StripePayoutRow,
  { lease }: Pass,
): Promise<StripePayoutRow | undefined> {
  return ctx.transact(async (tx) => {
    if (!(await holdStripe(tx, lease))) return undefined
    const row = await lockPayout(tx, payout.id)
    if (row?.state !== 'approved') return undefined
    await markSending(tx, payout.id, ctx.clock.now())
    return { ...payout, state: 'sending', transfer_attempt: row.transfer_attempt + 1 }
  })
}
