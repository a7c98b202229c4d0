import type { Client } from '@gridloom/client/calls'
import type { OfferId } from '@gridloom/contract/core/ids'
import type { Offer } from '@gridloom/contract/market/offer'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../../api/query-keys.ts'

/** The offer that was taken, the size that was wanted, and the next offer that the server suggested, if any. */
export interface LostOffer {
  readonly offer: Offer
  readonly slots: number
  readonly diskGb: number
  readonly named: OfferId | undefined
}

/** Fetches the next best offer: the suggested one, else the cheapest that is at least as large. */
export function nextBestQuery(client: Client, { offer, slots, diskGb, named }: LostOffer) {
  return queryOptions({
    queryKey: [...keys.offers, 'next', offer.id, slots, diskGb, named ?? null],
    queryFn: async ({ signal }): Promise<Offer | null> => {
      if (named !== undefined) return client.market.read({ params: { id: named }, signal })
      const { offers } = await client.market.search({
        query: {
          kind: offer.kind,
          slots_min: slots,
          disk_gb_min: diskGb,
          vcpus_min: offer.vcpus,
          memory_mib_min: offer.memory_mib,
          ...(offer.gpu_model ? { gpu_model: offer.gpu_model } : {}),
          page_size: 5,
        },
        signal,
      })
      return offers.find(({ id }) => id !== offer.id) ?? null
    },
  })
}
