import { OfferId, TemplateId } from '@gridloom/contract/core/ids'
import {
  type OfferFilters,
  OfferSort,
  type SortedFieldName,
} from '@gridloom/contract/market/offer-filters'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import type { QueryProblem } from '@gridloom/domain/market/lex-query'
import { narrowFilters } from '@gridloom/domain/market/narrow-filters'
import { readOfferQuery } from '@gridloom/domain/market/parse-query'
import { z } from 'zod'
import { usualOfferOrder } from './columns/field-order.ts'
import { readOldFilters } from './old-address.ts'
import { withoutBlanks } from './without-blanks.ts'

/** Offers per page of the market. */
export const offersPerPage = 50
/** Disk size in GB that prices include until the renter sets another one. */
export const usualDiskGb = 10
/** The most offers that are compared side by side. */
export const comparedMax = 5

/** Filters that are set; isolation is one only where it is `any`, as offers are isolated by default. */
export type SetFilters = Partial<OfferFilters>

const words = (max: number) => z.coerce.string().trim().min(1).max(max).optional().catch(undefined)
const open = z.enum(['open']).optional().catch(undefined)

/** The search parameters of the market but its filters. Invalid values are dropped and never cause an error page. */
const Others = z.object({
  /** `hide` leaves out offers whose slots are all rented; else they follow the free ones. */
  rented: z.enum(['hide']).optional().catch(undefined),
  // `network` is the earlier name of `down`.
  sort: OfferSort.transform((sort) => (sort === 'network' ? 'down' : sort))
    .optional()
    .catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).optional().catch(undefined),
  /** Whether the saved searches and alerts are open next to the table. */
  alerts: open,
  /** Whether the map of regions is open above the table. */
  map: open,
  /** The offer whose details are open next to the table. */
  offer: words(64),
  /** The offers that are compared, separated by commas. */
  compare: words(300),
  /** The template that is chosen in orders; its filters apply too, see template-filters.ts. */
  template: TemplateId.optional().catch(undefined),
  /** The filters of the template that were removed, by their names and separated by commas. */
  without: words(1_000),
})

export interface OffersSearch extends z.infer<typeof Others> {
  /** The text query of the URL as filters, with those of earlier URLs. */
  readonly filters: SetFilters
  /** The text query of the URL, where it cannot be read; nothing is searched then. */
  readonly broken?: { readonly text: string; readonly problem: QueryProblem } | undefined
}

/** The search parameters as the URL has them: filters as one text query. */
export type OffersAddress = Omit<OffersSearch, 'filters' | 'broken'> & { q?: string | undefined }

const Text = z.coerce.string().trim().max(4_000).catch('')

/** Parses the search parameters. */
export function readOffersSearch(raw: Record<string, unknown>): OffersSearch {
  const others = withoutBlanks(Others.parse(raw))
  const old = readOldFilters(raw)
  const text = raw.q === undefined ? '' : Text.parse(raw.q)
  const read = readOfferQuery(text)
  if (read.problem !== undefined) {
    return { ...others, filters: old, broken: { text, problem: read.problem } }
  }
  // The query counts where an earlier parameter says something else.
  const asked = explicitFilters(read.filters)
  const { filters, conflict } = narrowFilters(old, asked)
  return { ...others, filters: conflict === undefined ? filters : { ...old, ...asked } }
}

/** Returns the search parameters of the URL. */
export function writeOffersSearch({ filters, broken, ...others }: OffersSearch): OffersAddress {
  const q = broken?.text ?? formatOfferQuery(filters)
  return withoutBlanks({ ...others, q: q === '' ? undefined : q })
}

/** Drops the isolation that applies by default. */
export function explicitFilters({ isolation, ...others }: SetFilters): SetFilters {
  return isolation === 'any' ? { ...others, isolation } : others
}

/** Returns the filters for the API. */
export function toFilters({ filters }: Pick<OffersSearch, 'filters'>): OfferFilters {
  return { ...filters, isolation: filters.isolation ?? 'isolated' }
}

/** Returns the complete query of `GET /api/offers`. */
export function toOfferQuery(search: OffersSearch) {
  const sort = search.sort ?? 'price'
  return {
    ...toFilters(search),
    sort,
    order: search.order ?? usualOfferOrder(sort),
    page: search.page ?? 1,
    page_size: offersPerPage,
  }
}

/** Whether the renter set filters; including offers that are not isolated is none. */
export function isFiltered({ filters }: OffersSearch): boolean {
  return Object.keys(filters).some((name) => name !== 'isolation')
}

/** Changes search parameters; a changed filter returns to the first page. */
export function withSearch(search: OffersSearch, change: Partial<OffersSearch>): OffersSearch {
  const moved = ['filters', 'sort', 'order'].some((key) => key in change)
  const fixed = 'filters' in change ? { broken: undefined } : {}
  return withoutBlanks({ ...search, ...(moved ? { page: undefined } : {}), ...fixed, ...change })
}

/** Changes filters; `undefined` removes one. */
export function withFilters(search: OffersSearch, change: SetFilters): OffersSearch {
  const filters = explicitFilters(withoutBlanks({ ...search.filters, ...change }))
  return withSearch(search, { filters })
}

/** Sorts by the clicked column; clicking it again reverses the order. */
export function sortOffersBy(search: OffersSearch, sort: SortedFieldName): OffersSearch {
  const present = search.sort ?? 'price'
  const order = search.order ?? usualOfferOrder(present)
  const next = present !== sort ? usualOfferOrder(sort) : order === 'asc' ? 'desc' : 'asc'
  return withSearch(search, {
    sort: sort === 'price' ? undefined : sort,
    order: next === usualOfferOrder(sort) ? undefined : next,
  })
}

/** Returns the offers that the URL compares; what is no id is left out. */
export function comparedOffers({ compare = '' }: Pick<OffersSearch, 'compare'>): OfferId[] {
  const ids = compare.split(',').flatMap((text) => OfferId.safeParse(text).data ?? [])
  return [...new Set(ids)].slice(0, comparedMax)
}
