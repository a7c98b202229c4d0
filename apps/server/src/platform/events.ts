import type { AccountId } from '@gridloom/contract/core/ids'

/**
 * The topics of changes. A feature declares its own (`declare module`) beside how pages receive them (`Feature.topics`).
 * `stored`: a subscriber that reconnects gets what it missed. `transient`: nothing is stored, as the next change, or a
 * poll, follows within seconds.
 */
export interface Topics {
  mail: 'transient'
  /** A business event was recorded for a subscriber. */
  business_event: 'transient'
}
export type Topic = keyof Topics
type TopicsThatAre<Kind extends Topics[Topic]> = {
  [Name in Topic]: Topics[Name] extends Kind ? Name : never
}[Topic]

/** A change, by ID alone: subscribers read the rest from the database. */
export interface Change {
  topic: Topic
  /** The account that the change concerns; `null`: everyone. */
  accountId: AccountId | null
  /** The id of the changed subject; empty where the topic is enough. */
  subject: string
}

/** A change as it is published: one of a transient topic says that it is not stored. */
export type NewChange = Change &
  (
    | { topic: TopicsThatAre<'stored'>; transient?: never }
    | { topic: TopicsThatAre<'transient'>; transient: true }
  )

/** A change as it arrives; `id` orders the stored ones, transient ones have none. */
export interface ReceivedChange extends Change {
  id: string | null
}
