import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Actor, Ctx, Tx } from '../../../platform/ctx.ts'
import type { InstanceRow } from '../schema.ts'
import { eventsBetween, type NewInstanceEvent } from './events-between.ts'
import { foldEvents, insertInstanceEvents } from './events-store.ts'
import { businessEventOf } from './instance-events.ts'

/** Events of one instance that are kept; older ones are folded into one, so many at a time. */
const eventsMax = 500
const foldEvery = 100

/**
 * Records the events that a change of an instance stands for, in the transaction that changes it and holds its row: in
 * the feed, and as business events for their subscribers. The feed is a table of its own, as business events are
 * deleted once they are handled, and are not stored without a subscriber.
 */
export async function recordInstanceEvents(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  tx: Tx,
  { before, after }: { before: InstanceRow; after: InstanceRow },
): Promise<void> {
  await record(ctx, tx, after, eventsBetween(before, after))
}

/** Records that an instance was ordered. */
export async function recordOrdered(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  tx: Tx,
  row: InstanceRow,
): Promise<void> {
  await record(ctx, tx, row, [{ kind: 'ordered', cause: null, exitCode: null }])
}

async function record(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  tx: Tx,
  row: InstanceRow,
  events: readonly NewInstanceEvent[],
): Promise<void> {
  if (events.length === 0) return
  const recorded = { at: ctx.clock.now(), ...causedBy(ctx.actor) }
  const last = await insertInstanceEvents(tx, row, events, recorded)
  const due = Math.floor(last / foldEvery) * foldEvery
  if (last > eventsMax && last - due < events.length) {
    await foldEvents(tx, row.id, last - eventsMax + foldEvery)
  }
  await recordEvents(
    ctx,
    tx,
    events.flatMap((event) => businessEvent(row, event)),
  )
}

function causedBy(actor: Actor) {
  if (actor.kind !== 'account') return { userId: null, apiKeyId: null }
  const { userId, via } = actor
  return { userId, apiKeyId: via.kind === 'key' ? via.keyId : null }
}

function businessEvent(row: InstanceRow, { kind, cause, exitCode }: NewInstanceEvent) {
  if (!isPublic(kind)) return []
  const payload = { machine_id: row.machine_id, state: row.state, cause, exit_code: exitCode }
  return [businessEventOf[kind].of({ subject: row.id, accountId: row.account_id, payload })]
}

function isPublic(kind: NewInstanceEvent['kind']): kind is keyof typeof businessEventOf {
  return kind in businessEventOf
}
