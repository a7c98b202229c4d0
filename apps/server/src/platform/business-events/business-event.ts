import type { AccountId } from '@gridloom/contract/core/ids'
import type { z } from 'zod'
import type { Ctx, Tx } from '../ctx.ts'

/** An occurrence on one subject, with the ids that a subscriber needs to read the rest. */
interface Happened {
  /** The id of the subject, such as an instance. */
  readonly subject: string
  /** The account of the subject. */
  readonly accountId: AccountId | null
}

/** An event that is about to be recorded. */
export interface NewEvent extends Happened {
  readonly topic: string
  readonly payload: unknown
}

/** An event as it is stored for one subscriber. */
export interface StoredEvent extends NewEvent {
  /** Orders the events of a subject; the same at every attempt. */
  readonly id: string
  readonly at: Date
  /** Failed attempts so far. */
  readonly attempts: number
}

/** An event as its subscriber receives it. */
export interface BusinessEvent<Topic extends string, Payload> extends StoredEvent {
  readonly topic: Topic
  readonly payload: Payload
}

/** A kind of event: `<noun>.<past participle>`, and its payload. Personal data stays out of the payload. */
export interface EventKind<Topic extends string = string, Payload = unknown> {
  readonly topic: Topic
  of(event: Happened & { readonly payload: Payload }): NewEvent
  /** @throws ZodError where an older release wrote another payload */
  read(stored: StoredEvent): BusinessEvent<Topic, Payload>
}

/** Declares a kind of event, which the feature that records it lists in its `events`. */
export function eventKind<const Topic extends string, Payload>(
  topic: Topic,
  schema: z.ZodType<Payload>,
): EventKind<Topic, Payload> {
  return {
    topic,
    of: (event) => ({ ...event, topic }),
    read: (stored) => ({ ...stored, topic, payload: schema.parse(stored.payload) }),
  }
}

/** A feature's handling of the business events of some kinds. */
export interface EventSubscriber<X> {
  /** `<feature>.<purpose>`. It is stored in the database: renaming it takes a migration. */
  readonly name: string
  readonly topics: readonly string[]
  /** Handles one event in the transaction that deletes it. */
  handle(ctx: X, tx: Tx, stored: StoredEvent): Promise<void>
}

interface ReadableKind<Event extends StoredEvent> {
  readonly topic: string
  read(stored: StoredEvent): Event
}
interface SubscriberOptions<X, Events extends readonly StoredEvent[]> {
  name: string
  to: readonly [...{ readonly [Place in keyof Events]: ReadableKind<Events[Place]> }]
  handle: (ctx: X, tx: Tx, event: Events[number]) => Promise<void>
}

/** Subscribes to kinds of events; the handler receives them with the payloads of their kinds. */
export function eventSubscriber<X extends Ctx, const Events extends readonly StoredEvent[]>({
  name,
  to,
  handle,
}: SubscriberOptions<X, Events>): EventSubscriber<X> {
  const kinds: readonly ReadableKind<Events[number]>[] = to
  return {
    name,
    topics: kinds.map(({ topic }) => topic),
    async handle(ctx, tx, stored) {
      const kind = kinds.find(({ topic }) => topic === stored.topic)
      if (kind !== undefined) await handle(ctx, tx, kind.read(stored))
    },
  }
}
