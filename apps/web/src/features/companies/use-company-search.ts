import { getRouteApi } from '@tanstack/react-router'
import type { CompanySearch } from './company-search.ts'

const route = getRouteApi('/shell/company')

/** What the page's address holds, and what changes a part of it. */
export function useCompanySearch(): [CompanySearch, (change: CompanySearch) => void] {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return [
    search,
    (change) => {
      // @NOTE a navigation that another one overtakes is no failure
      void navigate({ search: { ...search, ...change }, resetScroll: false })
    },
  ]
}
