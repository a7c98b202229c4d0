import type { Model } from '@gridloom/contract/models/model'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { modelsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { type HubSearch, readHubSearch } from './hub-address.ts'
import { modelsFor } from './hub-search.ts'

/** Returns the hub's search parameters, the matching models, and a setter. */
export function useHub() {
  const raw = useSearch({ strict: false })
  const search = useMemo(() => readHubSearch(raw), [raw])
  const navigate = useNavigate()
  const query = useQuery(modelsQuery(useClient()))
  const models = query.data ?? none
  return {
    search,
    query,
    models,
    shown: useMemo(() => modelsFor(search, models), [search, models]),
    /** Replaces the search parameters without a history entry. */
    replaceSearch(next: HubSearch): void {
      void navigate({ to: '/model-hub', search: next, replace: true, resetScroll: false })
    },
  }
}
export type Hub = ReturnType<typeof useHub>

const none: readonly Model[] = []
