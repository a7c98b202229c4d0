import { type Region, regionNames } from '@gridloom/contract/machines/countries'
import type { OfferFacet } from '@gridloom/contract/market/facets'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { codeText } from '../../../shared/market/fact-text.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { formatPerHour } from '../../../ui/format/money.ts'
import { formatCount, plural } from '../../../ui/format/numbers.ts'
import { facetsQuery } from '../api/offer-facets.ts'
import { regionPriceQuery } from '../api/region-prices.ts'
import { isChosen, toggledValue } from '../filters/facet-choice.ts'
import type { SetFilters } from '../offer-search.ts'
import styles from './region-map.module.css'

interface RegionMapProps {
  filters: SetFilters
  onChange: (change: SetFilters) => void
}

/** The regions as tiles about where they are on a map, each with its offers and the cheapest price. */
export function RegionMap({ filters, onChange }: RegionMapProps) {
  const facets = useQuery(facetsQuery(useClient(), filters))
  return (
    <Section title="Regions" note="declared by providers, not verified">
      <Loaded query={facets} what="the regions" rows={3}>
        {({ facets: all }) => (
          <Regions
            regions={valuesOf(all, 'region')}
            countries={valuesOf(all, 'country')}
            filters={filters}
            onChange={onChange}
          />
        )}
      </Loaded>
    </Section>
  )
}

type Values = OfferFacet['values']

function valuesOf(facets: readonly OfferFacet[], field: 'region' | 'country'): Values {
  return facets.find((facet) => facet.field === field)?.values ?? []
}

interface RegionsProps extends RegionMapProps {
  regions: Values
  countries: Values
}

function Regions({ regions, countries, filters, onChange }: RegionsProps) {
  const client = useClient()
  // Clicking a region adds it to the filters: its own price is that of the others.
  const { region: _, ...others } = filters
  const prices = useQueries({
    queries: regions.map(({ value }) => regionPriceQuery(client, others, value)),
  })
  if (regions.length === 0) {
    return (
      <p className={styles.none}>
        No machine of these offers declares its country. Providers declare it on the page of their
        machine.
      </p>
    )
  }
  return (
    <>
      <ul className={styles.map} aria-label="Regions">
        {places.map((code) => {
          const index = regions.findIndex(({ value }) => value === code)
          return (
            <li key={code} data-region={code} className={styles.place}>
              <RegionTile
                name={regionNames[code]}
                offers={regions[index]?.offers ?? 0}
                price={prices[index]?.data}
                chosen={isChosen(filters, 'region', code)}
                onPress={() => onChange(toggledValue(filters, 'region', code))}
              />
            </li>
          )
        })}
      </ul>
      <ul className={styles.countries} aria-label="Countries">
        {countries.map(({ value, offers }) => (
          <li key={value}>
            <button
              type="button"
              className={styles.country}
              aria-pressed={isChosen(filters, 'country', value)}
              onClick={() => onChange(toggledValue(filters, 'country', value))}
            >
              {codeText('country', value)}{' '}
              <span className={`${styles.muted} gl-num`}>{formatCount(offers)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The Americas, Europe and Africa, Asia and Oceania below each other, in three columns. */
const places = ['NA', 'EU', 'AS', 'SA', 'AF', 'OC', 'AN'] as const satisfies readonly Region[]

interface RegionTileProps {
  name: string
  offers: number
  /** `undefined` while it loads. */
  price: number | null | undefined
  chosen: boolean
  onPress: () => void
}

function RegionTile({ name, offers, price, chosen, onPress }: RegionTileProps) {
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={chosen}
      disabled={offers === 0 && !chosen}
      onClick={onPress}
    >
      <span className={styles.name}>{name}</span>
      <span className={`${styles.muted} gl-num`}>
        {plural(offers, 'offer')}
        {typeof price === 'number' && ` · from ${formatPerHour(price)}`}
      </span>
    </button>
  )
}
