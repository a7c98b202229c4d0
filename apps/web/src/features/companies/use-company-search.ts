import { getRouteApi } from '@tanstack/react-router'
import type { CompanySearch } from './company-search.ts'

const route = getRouteApi('/shell/company')

/** Returns the page's search parameters and a function that changes some of them. */
export function useCompanySearch(): [CompanySearch, (change: CompanySearch) => void] {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return [
    search,
    (change) => {
      // @NOTE a navigation that is superseded by another is not a failure
      void navigate({ search: { ...search, ...change }, resetScroll: false })
    },
  ]
}
