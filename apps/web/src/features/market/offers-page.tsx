import { endpoints } from 'virtual:api-facts'
import type { Offer } from '@gridloom/contract/market/offer'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { Button } from '@mantine/core'
import { IconBolt, IconClockHour4 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { filtersSentence } from '../../shared/market/filter-text.ts'
import { AsCode } from '../../ui/components/as-code.tsx'
import { Page } from '../../ui/components/page.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { explainQuery } from './api/explain-offers.ts'
import { CompareBar } from './compare/compare-bar.tsx'
import { MarketDialogs } from './market-dialogs.tsx'
import {
  explicitFilters,
  type OffersSearch,
  sortOffersBy,
  toFilters,
  toOfferQuery,
} from './offer-search.ts'
import styles from './offers-page.module.css'
import { relaxations } from './relax.ts'
import { BrokenQuery } from './search/broken-query.tsx'
import { ExplainedSearch } from './search/explained-search.tsx'
import { FilterArea } from './search/filter-area.tsx'
import { LoadingOffers } from './search/loading-offers.tsx'
import { MarketLead } from './search/market-lead.tsx'
import { MarketPager } from './search/market-pager.tsx'
import { NoOffers } from './search/no-offers.tsx'
import { OfferCards } from './search/offer-cards.tsx'
import { OfferTable } from './search/offer-table.tsx'
import { SimilarOffers } from './search/similar-offers.tsx'
import { TemplateBar } from './search/template-bar.tsx'
import { SearchesMenu } from './searches/searches-menu.tsx'
import { type Market, useMarket } from './use-market.ts'
import { type MarketTable, useMarketTable } from './use-market-table.ts'

/** With fewer offers than this, the page explains what its filters remove. */
const fewOffers = 4

/** `/instance`: the market. Offers available now, filtered and sorted by the URL. */
export function OffersPage() {
  const market = useMarket()
  const table = useMarketTable(market)
  const { search, found, filtered, changeSearch, changeFilters } = market
  const [renting, setRenting] = useState<Offer>()
  return (
    <Page
      title="Rent"
      lead={<MarketLead found={found.data} filtered={filtered} updatedAtMs={found.dataUpdatedAt} />}
      actions={<PageActions market={market} onOpen={table.setDialog} />}
    >
      {market.named && (
        <TemplateBar
          named={market.named}
          filters={search.filters}
          onChange={changeFilters}
          onRemove={() => changeSearch({ template: undefined })}
        />
      )}
      <FilterArea market={market} table={table} />
      <FoundOffers market={market} table={table} onRent={setRenting} />
      <Explained market={market} />
      <CompareBar
        count={table.compare.marks.marked.length}
        onCompare={table.compare.open}
        onClear={table.compare.clear}
      />
      <MarketDialogs market={market} table={table} renting={renting} onRent={setRenting} />
    </Page>
  )
}

interface PageActionsProps {
  market: Market
  onOpen: (dialog: 'save' | 'auto-order') => void
}

function PageActions({ market, onOpen }: PageActionsProps) {
  const { search, changeSearch } = market
  return (
    <>
      <Button
        leftSection={<IconClockHour4 size={15} />}
        variant="subtle"
        onClick={() => changeSearch({ rented: search.rented ? undefined : 'hide' })}
      >
        {search.rented ? 'Show rented' : 'Hide rented'}
      </Button>
      <SearchesMenu
        onShow={({ filters }) => changeSearch({ filters: explicitFilters(filters) })}
        onSave={() => onOpen('save')}
        onManage={() => changeSearch({ alerts: 'open' })}
      />
      <Button
        leftSection={<IconBolt size={15} />}
        variant="subtle"
        disabled={search.broken !== undefined}
        onClick={() => onOpen('auto-order')}
      >
        Rent automatically
      </Button>
      <MarketCode search={search} />
    </>
  )
}

interface FoundOffersProps {
  market: Market
  table: MarketTable
  onRent: (offer: Offer) => void
}

function FoundOffers({ market, table, onRent }: FoundOffersProps) {
  const { search, found, offers, changeSearch, replaceSearch } = market
  if (search.broken) return <BrokenQuery onClear={() => changeSearch({ filters: {} })} />
  if (found.isPending) return <LoadingOffers />
  if (found.data === undefined) return <BrokenMarket found={found} />
  if (found.data.total === 0 && market.rentedLoads) return <LoadingOffers />
  const { rented } = market
  const nothing = <NothingFree market={market} table={table} onRent={onRent} />
  if (found.data.total === 0 && !rented?.total) return nothing
  const shown = {
    offers,
    rented: rented?.offers ?? [],
    rentedTotal: rented?.total ?? 0,
    search,
    columns: table.columns,
    marks: table.compare.marks,
    diskGb: market.diskGb,
    openOfferId: search.offer,
    fetching: found.isPlaceholderData,
    onOpen: (offer: Offer) => changeSearch({ offer: offer.id }),
    onRent,
  }
  return (
    <>
      {found.data.total === 0 && nothing}
      <OfferTable {...shown} onSort={(sort) => replaceSearch(sortOffersBy(search, sort))} />
      <OfferCards {...shown} />
      <MarketPager found={found.data} search={search} onPage={(page) => changeSearch({ page })} />
    </>
  )
}

/** No offer is free: what to do about it, and the free ones that come nearest to the filters. */
function NothingFree({ market, table, onRent }: FoundOffersProps) {
  const { search, filtered, diskGb } = market
  return (
    <>
      <NoOffers
        filtered={filtered}
        rented={market.rented?.total ?? 0}
        words={filtersSentence(search.filters)}
        onSave={() => table.setDialog('save')}
        onAutoOrder={() => table.setDialog('auto-order')}
      />
      {filtered && <SimilarOffers filters={toFilters(search)} diskGb={diskGb} onRent={onRent} />}
    </>
  )
}

function Explained({ market }: { market: Market }) {
  const { search, found, filtered, changeSearch, changeFilters } = market
  const total = found.data?.total
  // Even without filters set by the renter, the default isolation filter may hide all offers.
  const few = total !== undefined && total < (filtered ? fewOffers : 1)
  const explained = useQuery({
    ...explainQuery(useClient(), search),
    enabled: few && !search.broken,
  })
  const lines = explained.data && relaxations(explained.data, search.filters)
  if (!few || search.broken || (!filtered && !lines?.length)) return null
  return (
    <ExplainedSearch
      lines={lines}
      problem={explained.error}
      onRelax={changeFilters}
      onClear={() => changeSearch({ filters: {} })}
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
      actions={[
        {
          name,
          endpoint: endpoints.market.search,
          input,
          cli: `gridloom offers${cliQuery(search)}`,
        },
      ]}
    />
  )
}

/** The query as one argument of a shell. */
function cliQuery({ filters }: OffersSearch): string {
  const query = formatOfferQuery(filters)
  return query === '' ? '' : ` '${query.replaceAll("'", "'\\''")}'`
}
