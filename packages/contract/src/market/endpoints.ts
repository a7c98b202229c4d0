import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { endpoint } from '../core/endpoint.ts'
import { OfferAlertId, OfferId, ReservationId, SavedSearchId, TemplateId } from '../core/ids.ts'
import { NewOfferAlert, OfferAlert } from './alert.ts'
import { OfferFacets, OfferFacetsQuery } from './facets.ts'
import { FilterEffect, FoundOffers, Offer, OfferCsvQuery, OfferSearch } from './offer.ts'
import { OfferQuery } from './offer-filters.ts'
import { Quote } from './quote.ts'
import { ChangeSavedSearch, NewSavedSearch, SavedSearch } from './saved-search.ts'

/** How many offers are named as similar. */
export const nearestMax = 5

const oneSearch = z.strictObject({ id: SavedSearchId })

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
    response: FoundOffers,
    errors: ['query_invalid'],
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/offers.csv',
    auth: 'session',
    scope: 'market:read',
    title: 'Export offers',
    summary: 'Download the offers that match as CSV, 10,000 rows at most',
    transport: 'file',
    files: ['text/csv'],
    query: OfferCsvQuery,
    errors: ['query_invalid'],
    perMinute: 20,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/offers/facets',
    auth: 'session',
    scope: 'market:read',
    title: 'List offer facets',
    summary:
      'List the values that fields have, each with its number of offers that pass all filters but those of the field itself',
    query: OfferFacetsQuery,
    response: OfferFacets,
    errors: ['query_invalid'],
    perMinute: 120,
  }),
  explain: endpoint({
    method: 'GET',
    path: '/api/offers/explain',
    auth: 'session',
    scope: 'market:read',
    title: 'Explain offer filters',
    summary:
      'Explain the filters: how many offers each one removes, and the smallest change that relaxes it',
    query: OfferQuery,
    response: z.array(FilterEffect),
    errors: ['query_invalid'],
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
    query: OfferQuery,
    response: z.array(Offer).max(nearestMax),
    errors: ['query_invalid'],
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
  listSearches: endpoint({
    method: 'GET',
    path: '/api/saved-searches',
    auth: 'session',
    scope: 'market:read',
    title: 'List saved searches',
    summary: 'List your saved searches, newest first',
    response: z.array(SavedSearch),
  }),
  createSearch: endpoint({
    method: 'POST',
    path: '/api/saved-searches',
    auth: 'member',
    scope: 'instances:write',
    title: 'Save search',
    summary:
      'Save a query: you are told of offers that begin to match, at most once an hour. Offers that match already are not told',
    status: 201,
    body: NewSavedSearch,
    response: SavedSearch,
    errors: ['query_invalid', 'limit_reached'],
    perMinute: 30,
  }),
  changeSearch: endpoint({
    method: 'PATCH',
    path: '/api/saved-searches/{id}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Update saved search',
    summary: 'Change the name, query or channels of a saved search, pause it, or resume it',
    params: oneSearch,
    body: ChangeSavedSearch,
    response: SavedSearch,
    errors: ['not_found', 'query_invalid'],
    perMinute: 60,
  }),
  deleteSearch: endpoint({
    method: 'DELETE',
    path: '/api/saved-searches/{id}',
    auth: 'member',
    scope: 'instances:write',
    title: 'Delete saved search',
    summary: 'Delete a saved search',
    params: oneSearch,
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
      /** A reservation of slots of the offer: they cost nothing more, only the disk does. */
      reservation_id: ReservationId.optional(),
    }),
    response: Quote,
    errors: ['not_found', 'offer_taken', 'reservation_full'],
  }),
} as const
