import type { TemplateId } from '@gridloom/contract/core/ids'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import type { Template } from '@gridloom/contract/templates/template'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { templateQuery } from '../../shared/templates/api/template-queries.ts'
import {
  type OffersSearch,
  readOffersSearch,
  type SetFilters,
  withFilters,
  withSearch,
} from './offer-search.ts'
import {
  filtersFromTemplate,
  templateFilters,
  toAddress,
  withTemplateFilters,
} from './template-filters.ts'

/** The template in the URL. */
export interface NamedTemplate {
  readonly id: TemplateId
  readonly template: Template | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** The filters that come from it. */
  readonly filters: readonly OfferFilterName[]
}

/** Returns the market's search parameters, with the filters of the template that they name, and a setter. */
export function useOffersSearch() {
  const raw = useSearch({ strict: false })
  const address = useMemo(() => readOffersSearch(raw), [raw])
  const read = useQuery(templateQuery(useClient(), address.template))
  const template = read.data
  const values = useMemo(() => templateFilters(template), [template])
  const search = useMemo(() => withTemplateFilters(address, values), [address, values])
  const navigate = useNavigate()

  function replaceSearch(next: OffersSearch): void {
    void navigate({
      to: '.',
      search: toAddress(next, values),
      replace: true,
      resetScroll: false,
    })
  }

  const named: NamedTemplate | undefined =
    address.template === undefined
      ? undefined
      : {
          id: address.template,
          template,
          error: read.error,
          retry: () => void read.refetch(),
          filters: filtersFromTemplate(search, values),
        }
  return {
    search,
    named,
    /** The template loads, and so its filters are not known yet. */
    templateLoads: address.template !== undefined && read.isPending,
    replaceSearch,
    changeSearch: (change: Partial<OffersSearch>) => replaceSearch(withSearch(search, change)),
    changeFilters: (change: SetFilters) => replaceSearch(withFilters(search, change)),
  }
}
