import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance } from 'fastify'
import { type SignedBody, signedEvents } from '../../../platform/http/signed-events.ts'
import { ConnectFailed, ForgedEvent } from '../connect/connect-processor.ts'
import type { PayoutsCtx } from '../ctx.ts'
import { takeStripeEvent } from './take-stripe-event.ts'

/** `POST /api/payouts/stripe/webhook`: events of Stripe about accounts of payees and about transfers. */
export function stripeEventsPage(http: FastifyInstance, ctx: PayoutsCtx): Promise<void> {
  return signedEvents(http, {
    url: '/api/payouts/stripe/webhook',
    header: 'stripe-signature',
    take: (event) => take(ctx, event),
  })
}

async function take(ctx: PayoutsCtx, { body, signature }: SignedBody): Promise<void> {
  const { stripe } = ctx.payoutSetup
  if (stripe === null) throw new Refused('not_found', { details: { what: 'address' } })
  try {
    await takeStripeEvent(ctx, stripe.processor.readEvent(body, signature))
  } catch (cause) {
    if (cause instanceof ForgedEvent)
      throw new Refused('forbidden', { cause, internal: 'an event without a valid signature' })
    if (!(cause instanceof ConnectFailed)) throw cause
    ctx.log.warn({ event: 'payout.event_delayed', err: cause }, 'an event of Stripe waits')
    throw new Refused('payout_stripe_down', { cause })
  }
}
