import type { QueryFacts } from '@gridloom/domain/market/complete-query'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { facetsQuery } from '../api/offer-facets.ts'
import type { SetFilters } from '../offer-search.ts'

/** The values of fields on the market, as suggestions; they load when the field is first used. */
export function useQueryFacts(filters: SetFilters) {
  const [wanted, setWanted] = useState(false)
  const { data } = useQuery({ ...facetsQuery(useClient(), filters), enabled: wanted })
  const facts = useMemo(
    (): QueryFacts =>
      Object.fromEntries(
        data?.facets
          .filter(({ values }) => values.length > 0)
          .map(({ field, values }) => [field, values]) ?? [],
      ),
    [data],
  )
  return { facts, load: () => setWanted(true) }
}
