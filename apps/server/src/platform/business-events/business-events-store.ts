import type { AccountId } from '@gridloom/contract/core/ids'
import { type Generated, type JSONColumnType, sql } from 'kysely'
import type { Tx } from '../ctx.ts'
import type { Db } from '../database/connect.ts'
import type { EventSubscriber, NewEvent, StoredEvent } from './business-event.ts'

/** The tables of `migrations/0145-business-events.sql`. A type, as Kysely requires. */
type EventTables = {
  event_subscribers: { name: string; topics: readonly string[] }
  business_events: {
    id: Generated<string>
    subscriber: string
    topic: string
    subject: string
    account_id: AccountId | null
    payload: JSONColumnType<object>
    at: Date
    attempts: Generated<number>
    next_try_at: Date
    parked_at: Date | null
  }
}

/** Stores the subscribers of these topics: from now on every replica records events for them. */
export async function saveSubscribers(
  tx: Tx,
  subscribers: readonly Pick<EventSubscriber<never>, 'name' | 'topics'>[],
): Promise<void> {
  if (subscribers.length === 0) return
  const rows = subscribers.map(({ name, topics }) => ({ name, topics: [...topics] }))
  await tables(tx.db)
    .insertInto('event_subscribers')
    .values(rows.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((e) => ({ topics: e.ref('excluded.topics') })),
    )
    .execute()
}

/** Whether one of these topics has a subscriber. */
export async function hasSubscriber({ db }: Tx, topics: readonly string[]): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('event_subscribers')
    .select('name')
    .where(sql<boolean>`topics && ${topics}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes each event once for each subscriber of its topic, in the order given. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[], at: Date): Promise<void> {
  const rows = JSON.stringify(events.map((event, place) => ({ ...event, place })))
  await sql`
    insert into business_events (subscriber, topic, subject, account_id, payload, at, next_try_at)
    select subscriber.name, event.topic, event.subject, event."accountId", event.payload, ${at}, ${at}
    from json_to_recordset(${rows}::json) as event
      (place integer, topic text, subject text, "accountId" text, payload jsonb)
    join event_subscribers as subscriber on event.topic = any(subscriber.topics)
    order by event.place`.execute(tx.db)
}

/**
 * Locks the next due event of a subscriber until the transaction ends, skipping those that another replica handles. An
 * event waits for the earlier ones of its subject, unless those were parked.
 */
export async function lockNextEvent(
  tx: Tx,
  subscriber: string,
  now: Date,
): Promise<StoredEvent | undefined> {
  const row = await tables(tx.db)
    .selectFrom('business_events as event')
    .select(['id', 'topic', 'subject', 'account_id as accountId', 'payload', 'at', 'attempts'])
    .where('subscriber', '=', subscriber)
    .where('parked_at', 'is', null)
    .where('next_try_at', '<=', now)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('business_events as same')
        .select((e) => e.fn.min('same.id').as('first'))
        .whereRef('same.subscriber', '=', 'event.subscriber')
        .whereRef('same.subject', '=', 'event.subject')
        .where('same.parked_at', 'is', null),
    )
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { ...row, id: String(row.id) }
}

export async function deleteEvent(tx: Tx, id: string): Promise<void> {
  await tables(tx.db).deleteFrom('business_events').where('id', '=', id).execute()
}

/** Counts a failed attempt, once, even if other replicas failed with the same one; `parked` ends the attempts. */
export async function noteFailure(
  tx: Tx,
  { id, attempts }: Pick<StoredEvent, 'id' | 'attempts'>,
  outcome: { nextTryAt: Date } | { parkedAt: Date },
): Promise<void> {
  const ends = 'parkedAt' in outcome
  await tables(tx.db)
    .updateTable('business_events')
    .set({ attempts: attempts + 1 })
    .set(ends ? { parked_at: outcome.parkedAt } : { next_try_at: outcome.nextTryAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Deletes events that have not been handled since then. */
export async function deleteEventsBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('business_events')
    .where('at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function tables(db: Db) {
  return db.withTables<EventTables>()
}
