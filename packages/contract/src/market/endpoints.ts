import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { endpoint } from '../core/endpoint.ts'
import { OfferAlertId, OfferId, TemplateId } from '../core/ids.ts'
import { NewOfferAlert, OfferAlert } from './alert.ts'
import { FilterEffect, Offer, OfferSearch } from './offer.ts'
import { OfferFilters } from './offer-filters.ts'
import { Quote } from './quote.ts'

/** How many offers are named as similar. */
export const nearestMax = 5

export const market = {
  search: endpoint({
    method: 'GET',
    path: '/api/offers',
    auth: 'session',
    scope: 'market:read',
    title: 'List offers',
    summary:
      'List the offers that are free, or those that are rented, ordered by the sort field and then by ID',
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
    title: 'Explain offer filters',
    summary:
      'Explain the filters: how many offers each one removes, and the smallest change that relaxes it',
    query: OfferFilters,
    response: z.array(FilterEffect),
    perMinute: 120,
  }),
  nearest: endpoint({
    method: 'GET',
    path: '/api/offers/nearest',
    auth: 'session',
    scope: 'market:read',
    title: 'List similar offers',
    summary:
      'List up to 5 free offers closest to the filters, the closest first. Kind and isolation always match',
    query: OfferFilters,
    response: z.array(Offer).max(nearestMax),
    perMinute: 120,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/offers/{id}',
    auth: 'session',
    scope: 'market:read',
    title: 'Retrieve offer',
    summary: 'Retrieve an offer with its benchmarks',
    params: z.strictObject({ id: OfferId }),
    response: Offer,
    errors: ['not_found'],
  }),
  listAlerts: endpoint({
    method: 'GET',
    path: '/api/offer-alerts',
    auth: 'session',
    scope: 'market:read',
    title: 'List offer alerts',
    summary: 'List your alerts for offers, newest first',
    response: z.array(OfferAlert),
  }),
  createAlert: endpoint({
    method: 'POST',
    path: '/api/offer-alerts',
    auth: 'member',
    scope: 'instances:write',
    title: 'Create offer alert',
    summary:
      'Create an alert: one notice and one email when the offer, or any that passes the filters, is free; expires after 30 days',
    status: 201,
    body: NewOfferAlert,
    response: OfferAlert,
    errors: ['not_found', 'limit_reached'],
    perMinute: 30,
  }),
  deleteAlert: endpoint({
    method: 'DELETE',
    path: '/api/offer-alerts/{id}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Delete offer alert',
    summary: 'Delete an alert',
    params: z.strictObject({ id: OfferAlertId }),
    errors: ['not_found'],
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/quotes',
    auth: 'member',
    scope: 'instances:write',
    title: 'Create quote',
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
