import type { Ctx } from '../../platform/ctx.ts'
import type { OfferIndex } from './columns/offer-index.ts'

/** The part of the context that this feature makes. */
export interface MarketAdapters {
  readonly offerIndex: OfferIndex
}

/** The context of messages about offers: of alerts, and of saved searches. */
export type OfferMessagesCtx = Pick<Ctx, 'clock' | 'ids' | 'transact'> & {
  readonly publicUrl: string
}

/** The context of searches. */
export type SearchCtx = Pick<Ctx, 'actor' | 'db' | 'clock'> & MarketAdapters
