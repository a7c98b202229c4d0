import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Ctx } from '../ctx.ts'
import type { Changes } from '../database/listen.ts'
import type { EventSubscriber } from './business-event.ts'
import { deliverEvents } from './deliver-events.ts'

/** How often due events are polled without a notification: those that wait for another attempt. */
const lookEveryMs = 5_000

type DeliveryCtx = Ctx & { readonly changes: Pick<Changes, 'subscribe'> }

/**
 * Delivers business events in the background: at once when one is recorded anywhere, and by polling. Each subscriber
 * has its own loop, so that a slow one delays no other. Disposing it waits for the events in progress.
 */
export function startEventDelivery<X extends DeliveryCtx>(
  ctx: X,
  subscribers: readonly EventSubscriber<X>[],
): AsyncDisposable {
  const stop = new AbortController()
  let news = Promise.withResolvers<void>()
  const unsubscribe = ctx.changes.subscribe(({ topic }) => {
    if (topic !== 'business_event') return
    news.resolve()
    news = Promise.withResolvers()
  })
  const keepDelivering = async (subscriber: EventSubscriber<X>) => {
    while (!stop.signal.aborted) {
      // Taken before polling, so that an event recorded meanwhile is not missed.
      const next = news.promise
      await deliverEvents(ctx, subscriber, stop.signal).catch((error: unknown) => {
        ctx.log.error(
          { event: 'business_event.read_failed', err: error, subscriber: subscriber.name },
          'events could not be read',
        )
      })
      await waitAtMost(ctx.clock, { ms: lookEveryMs, signal: stop.signal }, next)
    }
  }
  const loops = subscribers.map(keepDelivering)
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe()
      stop.abort()
      await Promise.all(loops)
    },
  }
}
