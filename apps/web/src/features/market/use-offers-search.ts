import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type OffersSearch, readOffersSearch, withSearch } from './offer-search.ts'

/** The market's filters as they stand in the address, and the way to change them there. */
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
