import type { Client } from '@gridloom/client/calls'
import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** Fetches the free offers that come nearest to the filters. */
export function nearestQuery(client: Client, query: OfferFilters) {
  return queryOptions({
    queryKey: [...keys.offers, 'nearest', query],
    queryFn: ({ signal }) => client.market.nearest({ query, signal }),
  })
}

/** Returns the filters that an offer like this one passes. */
export function filtersLike(offer: Offer): OfferFilters {
  return {
    kind: offer.kind,
    ...(offer.gpu_model === null ? {} : { gpu_model: offer.gpu_model }),
    ...(offer.vram_mib === null ? {} : { vram_mib_min: offer.vram_mib }),
    vcpus_min: offer.vcpus,
    memory_mib_min: offer.memory_mib,
    price_micro_usd_per_hour_max: offer.price_micro_usd_per_hour,
    isolation: offer.isolated ? 'isolated' : 'any',
  }
}
