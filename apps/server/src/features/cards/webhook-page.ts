import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance } from 'fastify'
import { type SignedBody, signedEvents } from '../../platform/http/signed-events.ts'
import type { CardsCtx } from './ctx.ts'
import { takeEvent } from './events/take-event.ts'
import { ForgedEvent, ProcessorFailed } from './processor/card-processor.ts'

/** `POST /api/card/webhook`: the processor's events. */
export function webhookPage(http: FastifyInstance, ctx: CardsCtx): Promise<void> {
  return signedEvents(http, {
    url: '/api/card/webhook',
    header: 'stripe-signature',
    take: (event) => take(ctx, event),
  })
}

async function take(ctx: CardsCtx, { body, signature }: SignedBody): Promise<void> {
  const { cardPayments, log } = ctx
  if (cardPayments === null) throw new Refused('not_found', { details: { what: 'address' } })
  try {
    await takeEvent(ctx, cardPayments.processor.readEvent(body, signature))
  } catch (cause) {
    if (cause instanceof ForgedEvent)
      throw new Refused('forbidden', { cause, internal: 'an event without a valid signature' })
    if (!(cause instanceof ProcessorFailed)) throw cause
    log.warn({ event: 'cards.event_delayed', err: cause }, 'an event of the processor waits')
    throw new Refused('card_processor_failed', { cause })
  }
}
