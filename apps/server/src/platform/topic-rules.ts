import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { Scope } from '@gridloom/contract/core/scopes'
import type { Arrived, Topic } from './events.ts'
import type { ReadSpendRate } from './spend-rate.ts'

/** An event of the stream that pages follow. */
export type PageEvent = EventOf<typeof api.system.events>

/** What becomes of the changes of a topic, as the feature says that publishes them. */
export interface TopicRule<X> {
  /** The scope that an API key needs for its events, as for the calls that return the same; none: every key has them. */
  readonly scope?: Scope
  /** Concerns the signed-in user, also while a company is their active account. */
  readonly ofPerson?: true
  /** The event that a page receives, read afresh; a topic without it is between replicas alone. */
  readonly show?: (
    ctx: X,
    change: Arrived,
    all: { readonly spendRate: ReadSpendRate },
  ) => Promise<PageEvent | undefined>
}
export type TopicRules<X> = { readonly [Name in Topic]?: TopicRule<X> }

/** Topics of the platform itself, between replicas alone: an email was queued, an event recorded. */
export const platformTopics: TopicRules<object> = { mail: {}, business_event: {} }
