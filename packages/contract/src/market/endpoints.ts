import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { endpoint } from '../core/endpoint.ts'
import { OfferId, TemplateId } from '../core/ids.ts'
import { FilterEffect, Offer, OfferFilters, OfferSearch } from './offer.ts'
import { Quote } from './quote.ts'

export const market = {
  search: endpoint({
    method: 'GET',
    path: '/api/offers',
    auth: 'session',
    scope: 'market:read',
    summary: 'List available offers, ordered by the sort field and then by ID',
    query: OfferSearch,
    response: z.strictObject({
      offers: z.array(Offer),
      /** Counted up to 1,000; `more` is set if there are more. */
      total: z.int(),
      more: z.boolean(),
    }),
  }),
  explain: endpoint({
    method: 'GET',
    path: '/api/offers/explain',
    auth: 'session',
    scope: 'market:read',
    summary:
      'Explain the filters: how many offers each one removes, and the smallest change that relaxes it',
    query: OfferFilters,
    response: z.array(FilterEffect),
    perMinute: 120,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/offers/{id}',
    auth: 'session',
    scope: 'market:read',
    summary: 'Retrieve an offer with its benchmarks',
    params: z.strictObject({ id: OfferId }),
    response: Offer,
    errors: ['not_found'],
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/quotes',
    auth: 'member',
    scope: 'instances:write',
    summary:
      'Create a quote: an all-in price for an offer, locked for 60 seconds and valid for one order',
    status: 201,
    body: z.strictObject({
      offer_id: OfferId,
      slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
      disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
      template_id: TemplateId.optional(),
    }),
    response: Quote,
    errors: ['not_found', 'offer_taken'],
  }),
} as const
