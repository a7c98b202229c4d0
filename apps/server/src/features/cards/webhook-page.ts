import { Refused } from '@gridloom/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { CardsCtx } from './ctx.ts'
import { takeEvent } from './events/take-event.ts'
import { ForgedEvent, ProcessorFailed } from './processor/card-processor.ts'

/** Stripe's largest events have some tens of kilobytes. */
const bodyBytesMax = 256 * 1024
const perMinute = 3_000

/**
 * `POST /api/card/webhook`: the processor's events. It is no endpoint of the contract, as the signature covers the bytes
 * of the body, which endpoints do not see. A response other than 200 makes the processor send the event again.
 */
export async function webhookPage(http: FastifyInstance, ctx: CardsCtx): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parsing = { parseAs: 'buffer', bodyLimit: bodyBytesMax } as const
    scope.addContentTypeParser('application/json', parsing, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: 'POST',
      url: '/api/card/webhook',
      bodyLimit: bodyBytesMax,
      config: { rateLimit: { max: perMinute, timeWindow: '1 minute' } },
      handler: async ({ body, headers }) => {
        const signature = headers['stripe-signature']
        await take(ctx, {
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          signature: typeof signature === 'string' ? signature : undefined,
        })
        return { status: 'success', data: {} }
      },
    })
  })
}

interface Arrived {
  body: Buffer
  signature: string | undefined
}

async function take(ctx: CardsCtx, { body, signature }: Arrived): Promise<void> {
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
