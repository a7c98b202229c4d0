import type { AccountId } from '@gridloom/contract/core/ids'

export const topics = [
  /** The details of an account, or what it may do; the subject is the account's id. */
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

  /** What a machine serves, or a model; the subject is the model's id. */
  'model',
  /** A chat; the subject is its id. */
  'chat',

  /** A render job; the subject is its id. */
  'render',
  /** A frame of a render job; the subject is `<job id>:<frame>`. */
  'render_frame',
  /** What was given to a machine; the subject is `<job id>:<chunk id>`. */
  'render_chunk',
  /** There may be frames to give out. */
  'render_work',
] as const
export type Topic = (typeof topics)[number]

/** A change, by ID alone: listeners read the rest from the database. */
export interface Change {
  topic: Topic
  /** The account that the change concerns; `null`: everybody. */
  accountId: AccountId | null
  /** The id of what changed; empty where the topic says it all. */
  subject: string
}

/** A change as it arrives; `id` orders the durable ones, transient topics have none. */
export interface Arrived extends Change {
  id: string | null
}

/** Topics that are not kept for a resuming listener: the next one, or a look by the clock, comes in seconds. */
export const transientTopics: ReadonlySet<Topic> = new Set([
  'metrics',
  'mail',
  'business_event',
  'render_frame',
  'render_chunk',
  'render_work',
])
