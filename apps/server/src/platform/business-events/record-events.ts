import type { Ctx, Tx } from '../ctx.ts'
import type { NewEvent } from './business-event.ts'
import { hasSubscriber, insertEvents } from './business-events-store.ts'

/**
 * Records business events for their subscribers, if and only if the transaction commits. Call it while the transaction
 * holds the row that the subject names: that keeps two transactions from recording for one subject concurrently, and
 * its events in order. An event without a subscriber is not stored.
 */
export async function recordEvents(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  events: readonly NewEvent[],
): Promise<void> {
  const topics = [...new Set(events.map(({ topic }) => topic))]
  // Checked first: of five hundred answers without a subscriber, none is even sent to the database.
  if (topics.length === 0 || !(await hasSubscriber(tx, topics))) return
  await insertEvents(tx, events, ctx.clock.now())
  await tx.publish({ topic: 'business_event', transient: true, accountId: null, subject: '' })
}
