import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { Suspense, useState } from 'react'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useExportOffers } from '../api/export-offers.ts'
import { ActiveFilters } from '../filters/active-filters.tsx'
import { FilterStrip } from '../filters/filter-strip.tsx'
import { NarrowBar } from '../filters/narrow-bar.tsx'
import { QueryBar } from '../query/query-bar.tsx'
import type { Market } from '../use-market.ts'
import type { MarketTable } from '../use-market-table.ts'
import { knownIn } from './known-values.ts'
import { MarketToolbar } from './market-toolbar.tsx'

const FilterPanel = lazyPart(async () => (await import('../filters/filter-panel.tsx')).FilterPanel)
const RegionMap = lazyPart(async () => (await import('../map/region-map.tsx')).RegionMap)

interface FilterAreaProps {
  market: Market
  table: MarketTable
}

/** The text query, the form that says the same, the active filters, and the map of regions. */
export function FilterArea({ market, table }: FilterAreaProps) {
  const { search, changeSearch, changeFilters } = market
  const { filters } = search
  const [folded, setFolded] = useState(true)
  const [all, setAll] = useState(false)
  const exported = useExportOffers()
  const mapOpen = search.map === 'open'
  return (
    <>
      <QueryBar
        query={search.broken?.text ?? formatOfferQuery(filters)}
        filters={filters}
        onCommit={(next) => changeSearch({ filters: next })}
      />
      <NarrowBar
        search={search}
        active={Object.keys(filters).length}
        folded={folded && !all}
        onFold={() => (all ? setAll(false) : setFolded((was) => !was))}
        onChange={changeSearch}
      />
      {all ? (
        <Suspense fallback={<SkeletonBlock height={420} label="Loading the filters" />}>
          <FilterPanel filters={filters} onChange={changeFilters} />
        </Suspense>
      ) : (
        <FilterStrip
          filters={filters}
          known={knownIn(market.offers)}
          folded={folded}
          onChange={changeFilters}
        />
      )}
      <MarketToolbar
        filtersOpen={all}
        mapOpen={mapOpen}
        exporting={exported.isPending}
        onFilters={() => setAll((was) => !was)}
        onMap={() => changeSearch({ map: mapOpen ? undefined : 'open' })}
        onSave={() => table.setDialog('save')}
        onColumns={() => table.setDialog('columns')}
        onExport={() => exported.mutate({ search, columns: table.columns })}
      >
        <ActiveFilters
          filters={filters}
          elsewhere={market.named?.filters ?? []}
          onChange={changeFilters}
          onClear={() => changeSearch({ filters: {} })}
        />
      </MarketToolbar>
      {mapOpen && (
        <Suspense fallback={<SkeletonBlock height={240} label="Loading the map" />}>
          <RegionMap filters={filters} onChange={changeFilters} />
        </Suspense>
      )}
    </>
  )
}
