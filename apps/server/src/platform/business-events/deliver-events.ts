import { backOffMs } from '@gridloom/async/back-off'
import type { Ctx } from '../ctx.ts'
import type { EventSubscriber, StoredEvent } from './business-event.ts'
import { deleteEvent, lockNextEvent, noteFailure } from './business-events-store.ts'

/** Fifteen attempts take about three hours. */
const attemptsMax = 15
const backOff = { firstMs: 1_000, longestMs: 2 * 60 * 60 * 1_000 }

/** Handles the due events of a subscriber, one transaction each, until there is none. */
export async function deliverEvents<X extends Ctx>(
  ctx: X,
  subscriber: EventSubscriber<X>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) if ((await deliverNext(ctx, subscriber)) === 'none') return
}

/**
 * Handles one event and deletes it in the same transaction, which locks it meanwhile. What can go wrong:
 * - the process dies, or the commit is lost: the event is still there, the handler's writes are not, and any replica
 *   handles it again;
 * - the handler fails: its writes are rolled back, the event waits, longer each time, and after the last attempt it is
 *   parked and logged. Later events of its subject wait for it until then; other subjects never do.
 */
async function deliverNext<X extends Ctx>(
  ctx: X,
  subscriber: EventSubscriber<X>,
): Promise<'delivered' | 'failed' | 'none'> {
  let event: StoredEvent | undefined
  try {
    return await ctx.transact(async (tx) => {
      event = await lockNextEvent(tx, subscriber.name, ctx.clock.now())
      if (event === undefined) return 'none'
      await subscriber.handle(ctx, tx, event)
      await deleteEvent(tx, event.id)
      return 'delivered'
    })
  } catch (error) {
    if (event === undefined) throw error
    await putOff(ctx, { event, subscriber: subscriber.name, error })
    return 'failed'
  }
}

interface Failed {
  event: StoredEvent
  subscriber: string
  error: unknown
}

async function putOff(ctx: Ctx, { event, subscriber, error }: Failed): Promise<void> {
  const { id, topic, subject, attempts } = event
  const now = ctx.clock.now()
  const failures = attempts + 1
  const fields = { err: error, subscriber, topic, subject, id, failures }
  if (failures >= attemptsMax) {
    await ctx.transact((tx) => noteFailure(tx, event, { parkedAt: now }))
    ctx.log.error({ event: 'business_event.parked', ...fields }, 'an event is given up and kept')
    return
  }
  const waitMs = backOffMs(backOff, failures, ctx.ids.random())
  const nextTryAt = new Date(now.getTime() + waitMs)
  await ctx.transact((tx) => noteFailure(tx, event, { nextTryAt }))
  ctx.log.warn({ event: 'business_event.failed', ...fields, waitMs }, 'an event is tried again')
}
