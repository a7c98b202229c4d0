import { endpoints } from 'virtual:api-facts'
import type { Offer } from '@gridloom/contract/market/offer'
import { Button } from '@mantine/core'
import { IconBell, IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { explainQuery } from './api/explain-offers.ts'
import { MarketDialogs } from './market-dialogs.tsx'
import {
  type OffersSearch,
  sortOffersBy,
  toFilters,
  toOfferQuery,
  withoutFilters,
} from './offer-search.ts'
import styles from './offers-page.module.css'
import { relaxations } from './relax.ts'
import { ExplainedSearch } from './search/explained-search.tsx'
import { FilterStrip } from './search/filter-strip.tsx'
import { LoadingOffers } from './search/loading-offers.tsx'
import { MarketLead } from './search/market-lead.tsx'
import { MarketPager } from './search/market-pager.tsx'
import { NoOffers } from './search/no-offers.tsx'
import { OfferCards } from './search/offer-cards.tsx'
import { OfferTable } from './search/offer-table.tsx'
import { SimilarOffers } from './search/similar-offers.tsx'
import { TemplateBar } from './search/template-bar.tsx'
import { type Market, useMarket } from './use-market.ts'

/** With fewer offers than this, the page explains what its filters remove. */
const fewOffers = 4

/** `/instance`: the market. Offers available now, filtered and sorted by the URL. */
export function OffersPage() {
  const market = useMarket()
  const { search, found, offers, filtered, changeSearch } = market
  const [renting, setRenting] = useState<Offer>()
  return (
    <Page
      title="Rent"
      lead={<MarketLead found={found.data} filtered={filtered} updatedAtMs={found.dataUpdatedAt} />}
      actions={
        <>
          <Button
            leftSection={<IconClockHour4 size={15} />}
            variant="subtle"
            onClick={() => changeSearch({ rented: search.rented ? undefined : 'hide' })}
          >
            {search.rented ? 'Show rented' : 'Hide rented'}
          </Button>
          <Button
            leftSection={<IconBell size={15} />}
            variant="subtle"
            onClick={() => changeSearch({ alerts: 'open' })}
          >
            Alerts
          </Button>
          <MarketCode search={search} />
        </>
      }
    >
      {market.named && <TemplateBar named={market.named} search={search} onChange={changeSearch} />}
      <FilterStrip search={search} known={knownIn(offers)} onChange={changeSearch} />
      <FoundOffers market={market} onRent={setRenting} />
      <Explained market={market} />
      <MarketDialogs market={market} renting={renting} onRent={setRenting} />
    </Page>
  )
}

interface FoundOffersProps {
  market: Market
  onRent: (offer: Offer) => void
}

function FoundOffers({ market, onRent }: FoundOffersProps) {
  const { search, found, offers, changeSearch, replaceSearch } = market
  if (found.isPending) return <LoadingOffers />
  if (found.data === undefined) return <BrokenMarket found={found} />
  if (found.data.total === 0 && market.rentedLoads) return <LoadingOffers />
  const { rented } = market
  if (found.data.total === 0 && !rented?.total)
    return <NothingFree market={market} onRent={onRent} />
  const shown = {
    offers,
    rented: rented?.offers ?? [],
    rentedTotal: rented?.total ?? 0,
    search,
    diskGb: market.diskGb,
    openOfferId: search.offer,
    fetching: found.isPlaceholderData,
    onOpen: (offer: Offer) => changeSearch({ offer: offer.id }),
    onRent,
  }
  return (
    <>
      {found.data.total === 0 && <NothingFree market={market} onRent={onRent} />}
      <OfferTable {...shown} onSort={(sort) => replaceSearch(sortOffersBy(search, sort))} />
      <OfferCards {...shown} />
      <MarketPager found={found.data} search={search} onPage={(page) => changeSearch({ page })} />
    </>
  )
}

/** No offer is free: what to do about it, and the free ones that come nearest to the filters. */
function NothingFree({ market, onRent }: FoundOffersProps) {
  const { search, filtered, diskGb } = market
  return (
    <>
      <NoOffers
        filtered={filtered}
        rented={market.rented?.total ?? 0}
        filters={toFilters(search)}
      />
      {filtered && <SimilarOffers filters={toFilters(search)} diskGb={diskGb} onRent={onRent} />}
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
  return (
    <AsCode
      actions={[{ name, endpoint: endpoints.market.search, input, cli: 'gridloom offers' }]}
    />
  )
}

function knownIn(offers: readonly Offer[]) {
  const gpuModels = offers.flatMap((offer) => (offer.gpu_model ? [offer.gpu_model] : []))
  const images = offers.flatMap((offer) => offer.images)
  return { gpuModels: [...new Set(gpuModels)].sort(), images: [...new Set(images)].sort() }
}
