import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OffersSearch, readOffersSearch, withSearch } from './offer-search.ts'

/** Returns the market's search parameters and a setter. */
export function useOffersSearch() {
  const raw = useSearch({ strict: false })
  const search = useMemo(() => readOffersSearch(raw), [raw])
  const navigate = useNavigate()

  function replaceSearch(next: OffersSearch): void {
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  }

  return {
    search,
    replaceSearch,
    changeSearch: (change: Partial<OffersSearch>) => replaceSearch(withSearch(search, change)),
  }
}
