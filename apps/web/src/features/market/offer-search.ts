import { limits } from '@gridloom/contract/core/constants'
import { TemplateId } from '@gridloom/contract/core/ids'
import { OfferFilters, OfferKind, OfferSort } from '@gridloom/contract/market/offer-filters'
import { z } from 'zod'
import { type FilterKey, filterKeys, toApiFilters } from '../../shared/market/filter-values.ts'

/** Offers per page of the market. */
export const offersPerPage = 50
/** Disk size in GB that prices include until the renter sets another one. */
export const usualDiskGb = 10

const atLeast = z.coerce.number().positive().max(1e9).optional().catch(undefined)
const words = (max: number) => z.coerce.string().trim().min(1).max(max).optional().catch(undefined)

/**
 * Search parameters of the market in the units that users think in: memory and vram in GiB, disk in GB, `max` in
 * dollars per hour, `net` in Mbit/s. Invalid values are dropped and never cause an error page.
 */
export const OffersSearch = z.object({
  kind: OfferKind.optional().catch(undefined),
  gpu: words(100),
  slots: z.coerce.number().int().min(1).max(limits.slotsPerInstance).optional().catch(undefined),
  vcpus: atLeast,
  memory: atLeast,
  vram: atLeast,
  disk: z.coerce
    .number()
    .int()
    .min(limits.diskGbMin)
    .max(limits.diskGbMax)
    .optional()
    .catch(undefined),
  score: atLeast,
  net: atLeast,
  max: atLeast,
  image: words(255),
  /** `any` includes machines that are not isolated. */
  isolation: z.enum(['any']).optional().catch(undefined),
  /** `hide` leaves out offers whose slots are all rented; else they follow the free ones. */
  rented: z.enum(['hide']).optional().catch(undefined),
  sort: OfferSort.optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).optional().catch(undefined),
  /** Whether the saved alerts are open next to the table. */
  alerts: z.enum(['open']).optional().catch(undefined),
  /** The offer whose details are open next to the table. */
  offer: words(64),
  /** The template that is chosen in orders; its filters apply too, see template-filters.ts. */
  template: TemplateId.optional().catch(undefined),
  /** The filters of the template that were removed, by their names and separated by commas. */
  without: words(200),
})
export type OffersSearch = z.infer<typeof OffersSearch>

/** Parses the search parameters; used as the route's `validateSearch`. */
export function readOffersSearch(raw: Record<string, unknown>): OffersSearch {
  return withoutBlanks(OffersSearch.parse(raw))
}

/** Converts the filters for the API: MiB and micro-dollars. */
export function toFilters(search: OffersSearch): OfferFilters {
  return withoutBlanks({
    ...toApiFilters(search),
    image: OfferFilters.shape.image.safeParse(search.image).data,
    isolation: search.isolation ?? 'isolated',
  })
}

/** Returns the complete query of `GET /api/offers`. By default, price ascends and everything else descends. */
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

/** Returns the default order: ascending for prices, descending for everything else. */
export function usualOfferOrder(sort: OfferSort): 'asc' | 'desc' {
  return sort === 'price' ? 'asc' : 'desc'
}

/** Returns the filters that are set, in the order of the filter strip. */
export function activeFilters(search: OffersSearch): FilterKey[] {
  return filterKeys.filter((key) => search[key] !== undefined)
}

/** Removes all filters; keeps the sort, the open offer and the template. */
export function withoutFilters({ sort, order, offer, template }: OffersSearch): OffersSearch {
  return withoutBlanks({ sort, order, offer, template })
}

/** Changes search parameters; a changed filter returns to the first page. */
export function withSearch(search: OffersSearch, change: Partial<OffersSearch>): OffersSearch {
  const moved = [...filterKeys, 'isolation', 'sort', 'order'].some((key) => key in change)
  return withoutBlanks({ ...search, ...(moved ? { page: undefined } : {}), ...change })
}

/** Sorts by the clicked column; clicking it again reverses the order. */
export function sortOffersBy(search: OffersSearch, sort: OfferSort): OffersSearch {
  const present = search.sort ?? 'price'
  const order = search.order ?? usualOfferOrder(present)
  const next = present !== sort ? usualOfferOrder(sort) : order === 'asc' ? 'desc' : 'asc'
  return withSearch(search, {
    sort: sort === 'price' ? undefined : sort,
    order: next === usualOfferOrder(sort) ? undefined : next,
  })
}

/** Drops undefined values, so that equal search parameters are equal objects. */
export function withoutBlanks<T extends object>(value: T): T {
  return asSame<T>(
    Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)),
  )
}

/** Named cast: only entries that were undefined, and therefore optional, were dropped. */
function asSame<T extends object>(value: object): T {
  return value as T
}
