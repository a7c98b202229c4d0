import type { Ctx } from '../ctx.ts'
import type { Changes } from '../database/listen.ts'
import { repeatOnChange } from '../repeat-on-change.ts'
import type { EventSubscriber } from './business-event.ts'
import { deliverEvents } from './deliver-events.ts'

/** How often due events are polled without a notification: those that wait for another attempt. */
const everyMs = 5_000

type DeliveryCtx = Ctx & { readonly changes: Pick<Changes, 'subscribe'> }

/**
 * Delivers business events in the background: at once when one is recorded anywhere, and by polling. Each subscriber
 * has its own loop, so that a slow one delays no other. Disposing it waits for the events in progress.
 */
export function startEventDelivery<X extends DeliveryCtx>(
  ctx: X,
  subscribers: readonly EventSubscriber<X>[],
): AsyncDisposable {
  const { clock, changes, log } = ctx
  const loops = subscribers.map((subscriber) =>
    repeatOnChange({
      clock,
      changes,
      on: 'business_event',
      everyMs,
      work: (signal) => deliverEvents(ctx, subscriber, signal),
      failed: (error) =>
        log.error(
          { event: 'business_event.read_failed', err: error, subscriber: subscriber.name },
          'events could not be read',
        ),
    }),
  )
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(loops.map((loop) => loop[Symbol.asyncDispose]()))
    },
  }
}
