import { z } from 'zod'
import { OfferAlertId, OfferId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { OfferFilters } from './offer-filters.ts'

/** How long an alert waits for a free offer. */
export const offerAlertLifeDays = 30

/**
 * A saved alert: when an offer that fits is free, its account gets one notice and one email. It waits until then, at
 * most 30 days.
 */
export const OfferAlert = z.strictObject({
  id: OfferAlertId,
  /** The offer that it waits for; `null`: any that passes the filters. */
  offer_id: OfferId.nullable(),
  /** The name of that offer's hardware and machine. */
  offer_name: z.string().nullable(),
  filters: OfferFilters,
  created_at: Timestamp,
  expires_at: Timestamp,
  /** When an offer was free and the email was sent; `null` while it waits. */
  sent_at: Timestamp.nullable(),
  sent_offer_id: OfferId.nullable(),
})
export type OfferAlert = z.infer<typeof OfferAlert>

/** Either one offer, or filters that any offer may pass. */
export const NewOfferAlert = z
  .strictObject({ offer_id: OfferId.optional(), filters: OfferFilters.optional() })
  .refine(({ offer_id, filters }) => (offer_id === undefined) !== (filters === undefined), {
    error: 'must have either an offer_id or filters',
  })
export type NewOfferAlert = z.infer<typeof NewOfferAlert>
