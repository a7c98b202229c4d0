import type { AccountId } from '@gridloom/contract/core/ids'

export const topics = [
  /** The details or permissions of an account; the subject is the account's id. */
  'account',
  /** A session began, changed or ended; the subject is its id. */
  'session',
  'announcements',

  'instance',
  'machine',
  'balance',
  'notice',
  'offers',
  'metrics',
  'mail',
  /** A business event was recorded for a subscriber. */
  'business_event',

  /** The models that a machine serves, or a model; the subject is the model's id. */
  'model',
  /** A chat; the subject is its id. */
  'chat',

  /** A render job; the subject is its id. */
  'render',
  /** A frame of a render job; the subject is `<job id>:<frame>`. */
  'render_frame',
  /** The chunks of a machine; the subject is `<job id>:<chunk id>`. */
  'render_chunk',
  /** There may be frames to dispatch. */
  'render_work',
] as const
export type Topic = (typeof topics)[number]

/** A change, by ID alone: subscribers read the rest from the database. */
export interface Change {
  topic: Topic
  /** The account that the change concerns; `null`: everyone. */
  accountId: AccountId | null
  /** The id of the changed subject; empty where the topic is enough. */
  subject: string
}

/** A change as it arrives; `id` orders the durable ones, transient topics have none. */
export interface ReceivedChange extends Change {
  id: string | null
}

/** Topics that are not stored for a resuming subscriber: the next change, or a poll, follows within seconds. */
export const transientTopics: ReadonlySet<Topic> = new Set([
  'metrics',
  'mail',
  'business_event',
  'render_frame',
  'render_chunk',
  'render_work',
])
