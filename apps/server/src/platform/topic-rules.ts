import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { Scope } from '@gridloom/contract/scopes'
import type { ReceivedChange, Topic } from './events.ts'
import type { ReadSpendRate } from './spend-rate.ts'

/** An event of the stream that pages receive. */
export type PageEvent = EventOf<typeof api.system.events>

/** How the changes of a topic are delivered, as defined by the feature that publishes them. */
export interface TopicRule<X> {
  /** The scope that an API key needs for its events, as for calls that return the same; none: any key receives them. */
  readonly scope?: Scope
  /** Concerns the signed-in user, also while a company is their active account. */
  readonly ofUser?: true
  /** Reads the event that a page receives; a topic without it stays between replicas. */
  readonly show?: (
    ctx: X,
    change: ReceivedChange,
    all: { readonly spendRate: ReadSpendRate },
  ) => Promise<PageEvent | undefined>
}
export type TopicRules<X> = { readonly [Name in Topic]?: TopicRule<X> }

/** Topics of the platform itself, between replicas alone: an email was queued, an event recorded. */
export const platformTopics: TopicRules<object> = { mail: {}, business_event: {} }
