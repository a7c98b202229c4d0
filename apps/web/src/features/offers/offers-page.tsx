import { api } from '@gridloom/contract/api'
import type { Offer } from '@gridloom/contract/offers'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AsCode } from '../../lib/parts/as-code.tsx'
import { Page } from '../../lib/parts/page.tsx'
import { SkeletonRows } from '../../lib/parts/skeletons.tsx'
import { ErrorState } from '../../lib/parts/states.tsx'
import { useClient } from '../../lib/runtime.tsx'
import { explainQuery } from './api/explain-offers.ts'
import { offersQuery } from './api/search-offers.ts'
import { OfferDrawer } from './detail/offer-drawer.tsx'
import { ExplainedSearch } from './market/explained-search.tsx'
import { FilterStrip } from './market/filter-strip.tsx'
import { MarketLead } from './market/market-lead.tsx'
import { MarketPager } from './market/market-pager.tsx'
import { NoOffers } from './market/no-offers.tsx'
import { OfferCards } from './market/offer-cards.tsx'
import { OfferTable } from './market/offer-table.tsx'
import {
  activeFilters,
  sortedBy,
  toOfferQuery,
  usualDiskGb,
  withoutFilters,
} from './offer-search.ts'
import styles from './offers-page.module.css'
import { relaxations } from './relax.ts'
import { RentDialog } from './rent/rent-dialog.tsx'
import { useOffersSearch } from './use-offers-search.ts'

/** Fewer offers than this and the page explains what its filters removed. */
const fewOffers = 4

/** `/instance`: the market. What is for rent now, narrowed and sorted by the address. */
export function OffersPage() {
  const client = useClient()
  const navigate = useNavigate()
  const { search, changeSearch, replaceSearch } = useOffersSearch()
  const [renting, setRenting] = useState<Offer>()
  const found = useQuery(offersQuery(client, search))
  const filtered = activeFilters(search).length > 0
  const few = filtered && found.data !== undefined && found.data.total < fewOffers
  const explained = useQuery({ ...explainQuery(client, search), enabled: few })
  const offers = found.data?.offers ?? []
  const diskGb = search.disk ?? usualDiskGb

  const shown = {
    offers,
    search,
    diskGb,
    openOfferId: search.offer,
    fetching: found.isPlaceholderData,
    onOpen: (offer: Offer) => changeSearch({ offer: offer.id }),
    onRent: setRenting,
  }
  return (
    <Page
      title="Rent"
      lead={<MarketLead found={found.data} filtered={filtered} heardAtMs={found.dataUpdatedAt} />}
      actions={
        <AsCode
          actions={[
            {
              name: 'Search the market',
              endpoint: api.offers.search,
              input: { query: toOfferQuery(search) },
              cli: 'gridloom offers',
            },
          ]}
        />
      }
    >
      <FilterStrip search={search} known={knownIn(offers)} onChange={changeSearch} />
      {found.isPending && <LoadingOffers />}
      {found.error && found.data === undefined && (
        <div className={styles.frame}>
          <ErrorState
            title="The market could not be loaded"
            error={found.error}
            retry={() => void found.refetch()}
          />
        </div>
      )}
      {offers.length > 0 && (
        <>
          <OfferTable {...shown} onSort={(sort) => replaceSearch(sortedBy(search, sort))} />
          <OfferCards {...shown} />
          <MarketPager
            found={found.data}
            search={search}
            onPage={(page) => changeSearch({ page })}
          />
        </>
      )}
      {found.data?.total === 0 && <NoOffers filtered={filtered} />}
      {few && (
        <ExplainedSearch
          lines={explained.data && relaxations(explained.data, search)}
          problem={explained.error}
          onRelax={changeSearch}
          onClear={() => replaceSearch(withoutFilters(search))}
        />
      )}
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

function LoadingOffers() {
  return (
    <div className={styles.frame}>
      <SkeletonRows rows={8} label="Loading what is for rent" />
    </div>
  )
}

function knownIn(offers: readonly Offer[]) {
  const gpuModels = offers.flatMap((offer) => (offer.gpu_model ? [offer.gpu_model] : []))
  const images = offers.flatMap((offer) => offer.images)
  return { gpuModels: [...new Set(gpuModels)].sort(), images: [...new Set(images)].sort() }
}
