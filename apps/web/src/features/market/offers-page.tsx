import { api } from '@gridloom/contract/api'
import type { Offer } from '@gridloom/contract/market/offer'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { explainQuery } from './api/explain-offers.ts'
import { offersQuery } from './api/search-offers.ts'
import { OfferDrawer } from './detail/offer-drawer.tsx'
import {
  activeFilters,
  type OffersSearch,
  sortedBy,
  toOfferQuery,
  usualDiskGb,
  withoutFilters,
} from './offer-search.ts'
import styles from './offers-page.module.css'
import { relaxations } from './relax.ts'
import { RentDialog } from './rent/rent-dialog.tsx'
import { ExplainedSearch } from './search/explained-search.tsx'
import { FilterStrip } from './search/filter-strip.tsx'
import { MarketLead } from './search/market-lead.tsx'
import { MarketPager } from './search/market-pager.tsx'
import { NoOffers } from './search/no-offers.tsx'
import { OfferCards } from './search/offer-cards.tsx'
import { OfferTable } from './search/offer-table.tsx'
import { useOffersSearch } from './use-offers-search.ts'

/** With fewer offers than this, the page explains what its filters remove. */
const fewOffers = 4

/** `/instance`: the market. Offers available now, filtered and sorted by the URL. */
export function OffersPage() {
  const navigate = useNavigate()
  const market = useMarket()
  const { search, found, offers, diskGb, filtered, changeSearch } = market
  const [renting, setRenting] = useState<Offer>()
  return (
    <Page
      title="Rent"
      lead={<MarketLead found={found.data} filtered={filtered} updatedAtMs={found.dataUpdatedAt} />}
      actions={<MarketCode search={search} />}
    >
      <FilterStrip search={search} known={knownIn(offers)} onChange={changeSearch} />
      <FoundOffers market={market} onRent={setRenting} />
      <Explained market={market} />
      <OfferDrawer
        offerId={search.offer}
        known={offers.find(({ id }) => id === search.offer)}
        diskGb={diskGb}
        onRent={setRenting}
        onClose={() => changeSearch({ offer: undefined })}
      />
      <RentDialog
        offer={renting}
        usualDiskGb={diskGb}
        onSwitch={setRenting}
        onClose={() => setRenting(undefined)}
        onRented={(id) => void navigate({ to: '/instance/myinstance/$id', params: { id } })}
      />
    </Page>
  )
}

/** Returns the search parameters, the matching offers, and a setter. */
function useMarket() {
  const client = useClient()
  const address = useOffersSearch()
  const found = useQuery(offersQuery(client, address.search))
  return {
    ...address,
    found,
    offers: found.data?.offers ?? [],
    filtered: activeFilters(address.search).length > 0,
    /** The disk size in every price, in GB. */
    diskGb: address.search.disk ?? usualDiskGb,
  }
}
type Market = ReturnType<typeof useMarket>

interface FoundOffersProps {
  market: Market
  onRent: (offer: Offer) => void
}

function FoundOffers({ market, onRent }: FoundOffersProps) {
  const { search, found, offers, filtered, changeSearch, replaceSearch } = market
  if (found.isPending) return <LoadingOffers />
  if (found.data === undefined) return <BrokenMarket found={found} />
  if (found.data.total === 0) return <NoOffers filtered={filtered} />
  const shown = {
    offers,
    search,
    diskGb: market.diskGb,
    openOfferId: search.offer,
    fetching: found.isPlaceholderData,
    onOpen: (offer: Offer) => changeSearch({ offer: offer.id }),
    onRent,
  }
  return (
    <>
      <OfferTable {...shown} onSort={(sort) => replaceSearch(sortedBy(search, sort))} />
      <OfferCards {...shown} />
      <MarketPager found={found.data} search={search} onPage={(page) => changeSearch({ page })} />
    </>
  )
}

function Explained({ market }: { market: Market }) {
  const { search, found, filtered, changeSearch, replaceSearch } = market
  const total = found.data?.total
  // Even without filters set by the renter, the default isolation filter may hide all offers.
  const few = total !== undefined && total < (filtered ? fewOffers : 1)
  const explained = useQuery({ ...explainQuery(useClient(), search), enabled: few })
  const lines = explained.data && relaxations(explained.data, search)
  if (!few || (!filtered && !lines?.length)) return null
  return (
    <ExplainedSearch
      lines={lines}
      problem={explained.error}
      onRelax={changeSearch}
      onClear={() => replaceSearch(withoutFilters(search))}
    />
  )
}

function BrokenMarket({ found }: { found: Market['found'] }) {
  return (
    <div className={styles.frame}>
      <ErrorState
        title="The market could not be loaded"
        error={found.error}
        retry={() => void found.refetch()}
      />
    </div>
  )
}

function MarketCode({ search }: { search: OffersSearch }) {
  const input = { query: toOfferQuery(search) }
  const name = 'Search the market'
  return <AsCode actions={[{ name, endpoint: api.market.search, input, cli: 'gridloom offers' }]} />
}

function LoadingOffers() {
  return (
    <div className={styles.frame}>
      <SkeletonRows rows={8} label="Loading offers" />
    </div>
  )
}

function knownIn(offers: readonly Offer[]) {
  const gpuModels = offers.flatMap((offer) => (offer.gpu_model ? [offer.gpu_model] : []))
  const images = offers.flatMap((offer) => offer.images)
  return { gpuModels: [...new Set(gpuModels)].sort(), images: [...new Set(images)].sort() }
}
