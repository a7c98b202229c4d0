import { limits } from '@gridloom/contract/core/constants'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../api/runtime.tsx'
import { offersQuery, rentedOffersQuery } from './api/search-offers.ts'
import { isFiltered, type OffersSearch, offersPerPage, usualDiskGb } from './offer-search.ts'
import type { SearchResult } from './search/market-lead.tsx'
import { useOffersSearch } from './use-offers-search.ts'

/** Returns the search parameters, the matching offers, and a setter. */
export function useMarket() {
  const client = useClient()
  const address = useOffersSearch()
  const { search, templateLoads } = address
  const found = useQuery({
    ...offersQuery(client, search),
    enabled: !templateLoads && !search.broken,
  })
  const enabled = showsRented(found.data, search)
  const askedDiskGb = wantedDiskGb(search) ?? usualDiskGb
  const recommendedDiskGb = address.named?.template?.recommended_disk_gb
  const rented = useQuery({ ...rentedOffersQuery(client, search), enabled })
  return {
    ...address,
    found,
    offers: found.data?.offers ?? [],
    /** What matches but is rented; `undefined` while it loads, and where it is not shown. */
    rented: enabled ? rented.data : undefined,
    rentedLoads: rented.isLoading,
    filtered: isFiltered(search),
    /** The disk size in every price, in GB. */
    diskGb: Math.max(askedDiskGb, wantedDiskGb(search) ? 0 : (recommendedDiskGb ?? 0)),
    /** The disk size that the renter asked for, in GB; each template may recommend a larger one. */
    askedDiskGb,
  }
}
export type Market = ReturnType<typeof useMarket>

/** The disk that the renter filters by, in whole GB that can be ordered. */
function wantedDiskGb({ filters }: OffersSearch): number | undefined {
  const gb = filters.disk_gb_min
  return gb ? Math.min(Math.max(Math.ceil(gb), limits.diskGbMin), limits.diskGbMax) : undefined
}

/** Rented offers follow the last of the free ones. */
function showsRented(found: SearchResult | undefined, { page = 1, rented }: OffersSearch): boolean {
  if (found === undefined || rented === 'hide') return false
  return !found.more && found.total <= page * offersPerPage
}
